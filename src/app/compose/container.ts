import { Container, ContainerModule } from 'inversify';
import { InvalidOptionError } from '../../domain/errors.js';
import type { Scope } from './scope.js';
import {
  BINDING_NAMES,
  tokens,
  type AdapterFactory,
  type BindingName,
  type Bindings,
  type Factories,
} from './tokens.js';

/** The environment's adapters, each made once, when it is first asked for, and noted for closing. */
export class AdapterContainer {
  readonly #container: Container = new Container({ defaultScope: 'Singleton' });
  readonly #scope: Scope;
  readonly #made: Set<BindingName> = new Set();

  constructor(factories: Factories, scope: Scope) {
    this.#scope = scope;
    this.#container.load(
      new ContainerModule(() => {
        for (const name of BINDING_NAMES) this.#bind(name, factories[name]);
      }),
    );
  }

  /** @returns undefined when nothing is bound under the name */
  get<Name extends BindingName>(name: Name): Bindings[Name] | undefined {
    return this.#container.get(tokens[name], { optional: true });
  }

  /** @throws InvalidOptionError when nothing is bound under the name */
  need<Name extends BindingName>(name: Name): Bindings[Name] {
    const adapter = this.get(name);
    if (adapter !== undefined) return adapter;
    throw new InvalidOptionError(`Nothing is bound to "${name}". Give compose({ rebind: { ${name} } }).`);
  }

  /** Replaces an adapter that nothing has asked for yet. */
  rebind<Name extends BindingName>(name: Name, factory: AdapterFactory<Name>): void {
    if (this.#container.isBound(tokens[name])) this.#container.unbind(tokens[name]);
    this.#bind(name, factory);
  }

  /** The adapters that were made so far. */
  get made(): ReadonlySet<BindingName> {
    return this.#made;
  }

  #bind<Name extends BindingName>(name: Name, factory: AdapterFactory<Name> | undefined): void {
    if (factory === undefined) return;
    this.#container
      .bind(tokens[name])
      .toDynamicValue(() => {
        const adapter = factory((other) => this.need(other));
        this.#made.add(name);
        for (const part of Array.isArray(adapter) ? adapter : [adapter]) this.#scope.add(name, part);
        return adapter;
      })
      .inSingletonScope();
  }
}
