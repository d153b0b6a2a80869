import { InvalidOptionError } from '../../domain/errors.js';
import type { PermissionChecker } from '../../ports/permission-checker.js';
import { CedarBuckets } from './cedar-buckets.js';
import { CedarChecker, type CedarFacts } from './cedar-checker.js';
import { CedarEntities } from './cedar-entities.js';
import { digestId, loadCedar, saidBy } from './cedar-load.js';
import type { CedarModule } from './cedar-module.js';
import { readCedarOptions, type CedarPolicyOptions } from './cedar-options.js';
import { readPolicies } from './cedar-policies.js';
import { schemaFromText, schemaFromTools, type PreparedSchema } from './cedar-schema.js';
import { validatePolicies } from './cedar-validate.js';

const PRINCIPALS = ['User', 'Anonymous'];
/** What requests name beside the action, and what it may be in. */
const PARENTS = [
  ['Tool', 'Server'],
  ['User', 'Tenant'],
  ['Anonymous', 'Tenant'],
] as const;

/**
 * A checker that answers by Cedar policies: `Action::"<tool>"` by the principal of the run's identity on
 * `Tool::"<tool>"` in `Server::"<source>"`, with the arguments as `context.args`. A forbid may carry `@effect("halt")`,
 * `@reason("...")` for the operator and `@tellLLM("...")` for the model. What no policy permits is denied, and so is
 * every call for which a policy could not be evaluated. Policies are parsed here, once, and kept for the life of the
 * process.
 *
 * @throws InvalidOptionError naming the option, or the policy and what is wrong with it
 * @throws OptionalPeerMissingError when `@cedar-policy/cedar-wasm` is not installed
 */
export async function cedarPolicy(options: CedarPolicyOptions): Promise<PermissionChecker> {
  const read = readCedarOptions(options);
  const cedar = await loadCedar(read.load);
  const policies = readPolicies(cedar, read.policies);
  const schema = schemaOf(cedar, read);
  const entities = new CedarEntities(cedar, read.entities ?? [], schema?.json);
  if (schema !== undefined) validatePolicies(cedar, schema.json, policies);
  const buckets = new CedarBuckets(cedar, policies, entities, schema?.json);
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  return new CedarChecker(cedar, read, { policies: byId, buckets, entities, schema });
}

function schemaOf(cedar: CedarModule, options: CedarPolicyOptions): CedarFacts['schema'] {
  const { schema: asked, tools = [], principalTypes = PRINCIPALS, entityTypes } = options;
  if (asked === undefined) return undefined;
  const schema =
    asked === 'fromTools'
      ? schemaFromTools(cedar, tools, principalTypes, entityTypes)
      : schemaFromText(cedar, asked, 'schema');
  checkHouseTypes(schema);
  const name = digestId(schema.json);
  const parsed = cedar.preparseSchema(name, schema.json);
  if (parsed.type === 'failure') {
    throw new InvalidOptionError(
      `"schema" of cedarPolicy() cannot be used: ${parsed.errors.map(saidBy).join('; ')}.`,
    );
  }
  return { ...schema, name };
}

/** A type that requests need and the schema lacks would deny every call, one at a time. */
function checkHouseTypes({ json }: PreparedSchema): void {
  const types = (json['']?.entityTypes ?? {}) as EntityTypes;
  for (const [type, parent] of PARENTS) {
    const declared = types[type];
    const needed = type === 'Tool' || declared !== undefined;
    if (!needed || declared?.memberOfTypes?.includes(parent)) continue;
    throw new InvalidOptionError(
      `The schema of cedarPolicy() must have the type "${type}" in "${parent}": entity ${parent}; entity ${type} in [${parent}];`,
    );
  }
}

type EntityTypes = { readonly [name: string]: { readonly memberOfTypes?: readonly string[] } };
