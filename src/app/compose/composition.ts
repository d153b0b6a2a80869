import { given } from '../../domain/options.js';
import { InvalidOptionError, SallyportError, textOfThrown } from '../../domain/errors.js';
import { AgentBuilder } from '../agent-builder.js';
import type { AgentOptions } from '../agent-options.js';
import type { AdapterContainer } from './container.js';
import type { Scope } from './scope.js';
import {
  BINDING_NAMES,
  type AdapterFactory,
  type BindingName,
  type Bindings,
  type Factories,
} from './tokens.js';

/** An adapter was to be replaced after others may have been built on it. */
export class RebindTooLateError extends SallyportError {
  constructor(name: string, made: readonly string[]) {
    super(
      'ERR_REBIND_TOO_LATE',
      `"${name}" cannot be rebound: ${made.join(', ')} are in use already. Rebind before the first adapter is asked for, best in compose({ rebind }).`,
    );
  }
}

/** How one adapter says it is. */
export interface Health {
  readonly ok: boolean;
  readonly detail?: unknown;
}

/** One environment's adapters, and what is built on them. */
export class Composition {
  readonly #container: AdapterContainer;
  readonly #scope: Scope;

  constructor(container: AdapterContainer, scope: Scope) {
    this.#container = container;
    this.#scope = scope;
  }

  /** @throws InvalidOptionError when nothing is bound under the name */
  get<Name extends BindingName>(name: Name): Bindings[Name] {
    return this.#container.need(name);
  }

  /** @throws RebindTooLateError once any adapter has been made */
  rebind<Name extends BindingName>(name: Name, factory: AdapterFactory<Name>): void {
    checkFactories('rebind', { [name]: factory });
    if (this.#container.made.size > 0) throw new RebindTooLateError(name, [...this.#container.made]);
    this.#container.rebind(name, factory);
  }

  /** An agent on this environment's adapters; what the options name comes first. */
  agent(options: Partial<AgentOptions> = {}): AgentBuilder {
    const permissionChecker = this.#container.get('permissionChecker');
    const credentials = this.#container.get('credentials');
    const bound = {
      ...(permissionChecker === undefined ? {} : { permissionChecker }),
      ...(credentials === undefined ? {} : { credentials }),
    };
    return new AgentBuilder(
      { ...bound, ...given(options), provider: options.provider ?? this.get('model') },
      {
        journal: this.get('journal'),
        clock: this.get('clock'),
        schemas: this.get('schemas'),
        events: this.get('events'),
      },
      (agent) => this.#scope.add('an agent', { close: () => agent.shutdown() }),
    );
  }

  /** How the adapters in use are; those that cannot say are left out. */
  async health(): Promise<{ readonly [name: string]: Health }> {
    const said: Record<string, Health> = {};
    for (const name of this.#container.made) {
      const adapter: unknown = this.#container.get(name);
      const health =
        typeof adapter === 'object' && adapter !== null && 'health' in adapter ? adapter.health : undefined;
      if (typeof health === 'function')
        said[name] = await sayHealth(() => health.call(adapter) as Promise<Health>);
    }
    return said;
  }

  /** Closes every adapter that was made, in reverse. @throws AggregateError of what could not be closed */
  async close(): Promise<void> {
    await this.#scope.close();
  }
}

async function sayHealth(ask: () => Promise<Health>): Promise<Health> {
  try {
    return await ask();
  } catch (thrown) {
    return { ok: false, detail: textOfThrown(thrown) };
  }
}

/** Refuses factories for what is no binding, and adapters where a factory belongs. */
export function checkFactories(where: string, factories: Factories): void {
  for (const [name, factory] of Object.entries(factories)) {
    if (!(BINDING_NAMES as readonly string[]).includes(name)) {
      throw new InvalidOptionError(
        `${where}: "${name}" is no binding. The bindings are ${BINDING_NAMES.join(', ')}.`,
      );
    }
    if (factory !== undefined && typeof factory !== 'function') {
      throw new InvalidOptionError(
        `${where}: "${name}" must be a function that makes the adapter, such as () => adapter.`,
      );
    }
  }
}
