import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';

/** What an environment is configured with. */
export interface Config {
  /** Where recordings are kept; `.sallyport` in the working directory unless given. */
  readonly dataDir?: string;
  /** How long closing one adapter may take, in milliseconds; 5,000 unless given. */
  readonly closeTimeoutMs?: number;
}

const RULES = { dataDir: option.text, closeTimeoutMs: option.positiveWhole };

export function readConfig(config: Config): Required<Config> {
  const { dataDir = '.sallyport', closeTimeoutMs = 5_000 } = checkOptions('compose: config', config, RULES);
  return { dataDir, closeTimeoutMs };
}
