import * as option from '../../domain/options.js';
import { checkOptions, given } from '../../domain/options.js';
import type { Composition } from './composition.js';
import { readConfig, type Config } from './config.js';
import type { Factories } from './tokens.js';

/** The environments there are; each binds its own adapters. */
export type EnvironmentName = 'development' | 'test' | 'production';

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

const ENVIRONMENTS: { readonly [name in EnvironmentName]: (config: Required<Config>) => Promise<Factories> } =
  {
    development: async (config) => (await import('./environments/development.js')).development(config),
    test: async () => (await import('./environments/test.js')).test(),
    production: async (config) => (await import('./environments/production.js')).production(config),
  };

/**
 * Builds one environment. Its adapters and the container are imported here and not before, so that a program pays only
 * for what it binds.
 *
 * @throws InvalidOptionError; in production UnfitForProductionError, listing every problem at once
 */
export async function compose(options: ComposeOptions): Promise<Composition> {
  const { environment, config = {}, rebind = {} } = checkOptions('compose', options, RULES);
  const settings = readConfig(config);
  const [{ AdapterContainer }, { Composition, checkFactories }, { Scope }, factories] = await Promise.all([
    import('./container.js'),
    import('./composition.js'),
    import('./scope.js'),
    ENVIRONMENTS[environment](settings),
  ]);
  checkFactories('compose: rebind', rebind);
  const scope = new Scope(settings.closeTimeoutMs);
  const container = new AdapterContainer({ ...factories, ...given(rebind) }, scope);
  if (environment === 'production') await checkProduction(container, scope);
  return new Composition(container, scope);
}

async function checkProduction(
  container: import('./container.js').AdapterContainer,
  scope: import('./scope.js').Scope,
): Promise<void> {
  const { checkFitForProduction } = await import('./production-rules.js');
  try {
    checkFitForProduction(container);
  } catch (thrown) {
    await scope.close().catch(() => undefined);
    throw thrown;
  }
}
