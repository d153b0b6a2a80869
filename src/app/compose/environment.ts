import { given } from '../../domain/options.js';
import { Composition, checkFactories } from './composition.js';
import type { Config } from './config.js';
import { AdapterContainer } from './container.js';
import { development } from './environments/development.js';
import { production } from './environments/production.js';
import { test } from './environments/test.js';
import { checkFitForProduction } from './production-rules.js';
import { Scope } from './scope.js';
import type { Factories } from './tokens.js';

/** The environments there are; each binds its own adapters. */
export type EnvironmentName = 'development' | 'test' | 'production';

const ENVIRONMENTS: { readonly [name in EnvironmentName]: (config: Required<Config>) => Factories } = {
  development,
  test,
  production,
};

/** @throws InvalidOptionError; in production UnfitForProductionError, listing every problem at once */
export async function buildEnvironment(
  environment: EnvironmentName,
  config: Required<Config>,
  rebind: Factories,
): Promise<Composition> {
  checkFactories('compose: rebind', rebind);
  const scope = new Scope(config.closeTimeoutMs);
  const factories = ENVIRONMENTS[environment](config);
  const container = new AdapterContainer({ ...factories, ...given(rebind) }, scope);
  if (environment === 'production') await checkProduction(container, scope);
  return new Composition(container, scope);
}

async function checkProduction(container: AdapterContainer, scope: Scope): Promise<void> {
  try {
    checkFitForProduction(container);
  } catch (thrown) {
    await scope.close().catch(() => undefined);
    throw thrown;
  }
}
