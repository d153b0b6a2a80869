import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';
import type { Composition } from './composition.js';
import { readConfig, type Config } from './config.js';
import type { EnvironmentName } from './environment.js';
import type { Factories } from './tokens.js';

/** What `compose` takes. */
export interface ComposeOptions {
  readonly environment: EnvironmentName;
  readonly config?: Config;
  /** Adapters of your own, by port, in place of the environment's. */
  readonly rebind?: Factories;
}

const RULES = {
  environment: option.required(option.oneOf('development', 'test', 'production')),
  config: option.object,
  rebind: option.object,
};

/**
 * Builds one environment. The container and the environments are imported here and not before, so that a program that
 * composes nothing does not pay for them.
 *
 * @throws InvalidOptionError; in production UnfitForProductionError, listing every problem at once
 */
export async function compose(options: ComposeOptions): Promise<Composition> {
  const { environment, config = {}, rebind = {} } = checkOptions('compose', options, RULES);
  const settings = readConfig(config);
  const { buildEnvironment } = await import('./environment.js');
  return buildEnvironment(environment, settings, rebind);
}
