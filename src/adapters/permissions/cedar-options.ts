import { InvalidOptionError } from '../../domain/errors.js';
import { shapeOf } from '../../domain/json.js';
import * as option from '../../domain/options.js';
import type { Tool } from '../../domain/tool.js';
import type { PermissionRequest } from '../../ports/permission-checker.js';
import type { JsonObject } from '../../domain/json.js';
import type { CedarEntity, CedarModule, CedarUid } from './cedar-module.js';

/** Who a request is made by. What is registered under the same type and id in `entities` is added. */
export interface CedarPrincipal extends CedarUid {
  readonly attrs?: JsonObject;
  readonly parents?: readonly CedarUid[];
}

export interface CedarPolicyOptions {
  /** Policies in Cedar's language; one text may hold many. A policy is named by its `@id`, otherwise `policy<n>`. */
  readonly policies: string | readonly string[];
  /** Entities that policies may read, in Cedar's JSON format: users, groups, groups of actions. */
  readonly entities?: readonly CedarEntity[];
  /**
   * What policies and requests are checked against: `'fromTools'`, or a Cedar schema, in which `User` and `Anonymous`
   * are in `[Tenant]` and `Tool` is in `[Server]`. Without it nothing is checked before a request.
   */
  readonly schema?: 'fromTools' | (string & {});
  /** The tools that `'fromTools'` makes the schema of. */
  readonly tools?: readonly Tool[];
  /** With `'fromTools'`: a Cedar schema of entity types alone, for types of `entities` and of principals. */
  readonly entityTypes?: string;
  /** With `'fromTools'`: the types of principal that may use tools. Default `User` and `Anonymous`. */
  readonly principalTypes?: readonly string[];
  /** Default: `User::"<identity.principal>"` in `Tenant::"<identity.tenant>"`; without a principal `Anonymous::"anonymous"`. */
  readonly principalOf?: (request: PermissionRequest) => CedarPrincipal;
  /** The action of a tool call; default `Action::"<tool>"`. A capability is always `Capability::Action::"<capability>"`. */
  readonly actionOf?: (request: PermissionRequest) => CedarUid;
  /** Imports the Cedar module; default `import('@cedar-policy/cedar-wasm/nodejs')`. */
  readonly load?: () => Promise<CedarModule>;
}

const WHERE = 'cedarPolicy()';
const policyTexts: option.OptionRule = {
  expected: 'a string, or an array of strings',
  test: (value) => typeof value === 'string' || option.texts.test(value),
  required: true,
};
const OPTIONS: option.OptionRules = {
  policies: policyTexts,
  entities: option.listOf(option.object),
  schema: option.text,
  tools: option.listOf(option.object),
  entityTypes: option.text,
  principalTypes: option.listOf(option.text),
  principalOf: option.callback,
  actionOf: option.callback,
  load: option.callback,
};

/** @throws InvalidOptionError naming the option */
export function readCedarOptions(options: CedarPolicyOptions): CedarPolicyOptions {
  const read = option.checkOptions(WHERE, options, OPTIONS);
  if (read.schema === 'fromTools') {
    if (read.tools === undefined)
      throw new InvalidOptionError(`${WHERE} needs "tools" for the schema 'fromTools'.`);
    if (read.actionOf !== undefined) {
      throw new InvalidOptionError(
        `${WHERE} takes "actionOf" with a schema of your own: in 'fromTools' the actions are the tools.`,
      );
    }
    return read;
  }
  for (const key of ['tools', 'entityTypes', 'principalTypes'] as const) {
    if (read[key] === undefined) continue;
    throw new InvalidOptionError(
      `${WHERE} takes "${key}" with the schema 'fromTools' only, and it has ${read.schema === undefined ? 'no schema' : `${shapeOf(read.schema)} of its own`}.`,
    );
  }
  return read;
}
