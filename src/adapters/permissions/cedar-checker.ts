import type { JsonObject } from '../../domain/json.js';
import type { PermissionDecision } from '../../domain/verdict.js';
import type { PermissionChecker, PermissionRequest } from '../../ports/permission-checker.js';
import { decisionFrom, type PoliciesById } from './cedar-answer.js';
import type { CedarBuckets } from './cedar-buckets.js';
import type { CedarEntities } from './cedar-entities.js';
import type { CedarAnswer, CedarModule } from './cedar-module.js';
import type { CedarPolicyOptions } from './cedar-options.js';
import { actionOf, principalOf, resourceOf } from './cedar-request.js';
import type { PreparedSchema } from './cedar-schema.js';
import { CAPABILITY_ACTION, keyOf, uidsIn } from './cedar-uid.js';
import { cedarValue, Inexpressible } from './cedar-value.js';
import { TOOL_CALL } from './rules.js';

const MAX_PATH = 200;

/** Everything that was read and parsed once. */
export interface CedarFacts {
  readonly policies: PoliciesById;
  readonly buckets: CedarBuckets;
  readonly entities: CedarEntities;
  /** With the name under which Cedar keeps it. */
  readonly schema: (PreparedSchema & { readonly name: string }) | undefined;
}

/** Puts each request to the buckets of its action; see `cedarPolicy`. */
export class CedarChecker implements PermissionChecker {
  readonly name: string = 'cedar';
  readonly #cedar: CedarModule;
  readonly #options: CedarPolicyOptions;
  readonly #facts: CedarFacts;
  readonly #named: ReadonlySet<string>;
  readonly #everyCapability: boolean;

  constructor(cedar: CedarModule, options: CedarPolicyOptions, facts: CedarFacts) {
    this.#cedar = cedar;
    this.#options = options;
    this.#facts = facts;
    const policies = [...facts.policies.values()];
    const inConditions = policies.flatMap(({ uses }) => uses.map(keyOf));
    this.#named = new Set([...facts.buckets.named, ...inConditions, ...facts.entities.keys]);
    this.#everyCapability = policies.some(({ asksForCapability }) => asksForCapability);
  }

  /** Whether a policy or an entity names the capability, or a group that it is in. */
  governs(capability: string): boolean {
    const keys = this.#facts.buckets.withGroups(keyOf({ type: CAPABILITY_ACTION, id: capability }));
    return this.#everyCapability || keys.some((key) => this.#named.has(key));
  }

  check(request: PermissionRequest): PermissionDecision {
    try {
      return decisionFrom(this.#answersTo(request), this.#facts.policies, request.target);
    } catch (thrown) {
      if (thrown instanceof Inexpressible) return inexpressible(thrown);
      throw thrown;
    }
  }

  #answersTo(request: PermissionRequest): readonly CedarAnswer[] {
    const { entities, buckets, schema } = this.#facts;
    const action = actionOf(request, this.#options);
    const principal = entities.merged(principalOf(request, this.#options));
    const resource = entities.merged(resourceOf(request));
    const around = entities.reachableFrom([action, ...uidsIn(principal), ...uidsIn(resource)]);
    const call = {
      principal: principal.uid,
      action,
      resource: resource.uid,
      context: this.#contextOf(request),
      ...(schema === undefined ? {} : { preparsedSchemaName: schema.name, validateRequest: true }),
    };
    return buckets.of(keyOf(action)).map((bucket) => {
      const known = new Map([...bucket.entities, ...around]);
      for (const entity of [principal, resource]) known.set(keyOf(entity.uid), entity);
      const asked = { ...call, entities: [...known.values()], preparsedPolicySetId: bucket.id };
      return this.#cedar.statefulIsAuthorized(asked);
    });
  }

  #contextOf({ capability, target, args }: PermissionRequest): JsonObject {
    const types = this.#facts.schema?.argumentTypes;
    if (types !== undefined && capability !== TOOL_CALL) return {};
    return { args: cedarValue(args, types?.get(target), 'args') };
  }
}

/** The path goes to the model alone, which wrote it; the operator's sentence holds no part of the arguments. */
function inexpressible({ path, why }: Inexpressible): PermissionDecision {
  return Object.freeze({
    result: 'deny',
    rationale: `the arguments cannot be put to the policies: one ${why}`,
    tellLLM: `[permission denied: ${path.slice(0, MAX_PATH)} ${why}]`,
  });
}
