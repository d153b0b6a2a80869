import type { ServiceIdentifier } from 'inversify';
import type { Clock } from '../../ports/clock.js';
import type { CredentialProvider } from '../../ports/credential-provider.js';
import type { EventSink } from '../../ports/event-sink.js';
import type { Journal } from '../../ports/journal.js';
import type { LanguageModel } from '../../ports/language-model.js';
import type { PermissionChecker } from '../../ports/permission-checker.js';
import type { SchemaValidator } from '../../ports/schema-validator.js';

/** What an environment binds: one adapter a port. */
export interface Bindings {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly schemas: SchemaValidator;
  readonly events: readonly EventSink[];
  readonly permissionChecker: PermissionChecker;
  readonly credentials: CredentialProvider;
  readonly model: LanguageModel;
}

export type BindingName = keyof Bindings;

/** Makes one adapter; may take others that are bound. Adapters are made synchronously and connect on first use. */
export type AdapterFactory<Name extends BindingName = BindingName> = (
  get: <Other extends BindingName>(name: Other) => Bindings[Other],
) => Bindings[Name];

/** The factories of an environment, or those that replace some of them. */
export type Factories = { readonly [Name in BindingName]?: AdapterFactory<Name> };

/** A token keeps its type through the container: a symbol of its own would be taken for any. */
function token<T>(name: string): ServiceIdentifier<T> {
  return Symbol.for(`sallyport.${name}`);
}

export const tokens: { readonly [Name in BindingName]: ServiceIdentifier<Bindings[Name]> } = {
  journal: token('journal'),
  clock: token('clock'),
  schemas: token('schemas'),
  events: token('events'),
  permissionChecker: token('permissionChecker'),
  credentials: token('credentials'),
  model: token('model'),
};

export const BINDING_NAMES: readonly BindingName[] = Object.keys(tokens) as BindingName[];
