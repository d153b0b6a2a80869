import { InvalidOptionError } from '../../domain/errors.js';
import type { CedarEntities } from './cedar-entities.js';
import { digestId, saidBy } from './cedar-load.js';
import type { CedarEntity, CedarModule, CedarSchema } from './cedar-module.js';
import type { PreparedPolicy } from './cedar-policies.js';
import { keyOf } from './cedar-uid.js';

/** Policies that Cedar holds parsed, and what is registered of the entities that their conditions name. */
export interface Bucket {
  readonly id: string;
  readonly entities: ReadonlyMap<string, CedarEntity>;
}

/**
 * The policies by the action that their scope names, and those that name none. What a request meets is the union of its
 * buckets: forbids and errors of any, permits of any.
 */
export class CedarBuckets {
  readonly #byAction: ReadonlyMap<string, Bucket>;
  readonly #ofAll: readonly Bucket[];
  readonly #parentsOf: (action: string) => readonly string[];

  constructor(
    cedar: CedarModule,
    policies: readonly PreparedPolicy[],
    entities: CedarEntities,
    schema: CedarSchema | undefined,
  ) {
    const byAction = new Map<string | undefined, PreparedPolicy[]>();
    for (const policy of policies) {
      for (const action of policy.actions ?? [undefined]) {
        const bucket = byAction.get(action);
        if (bucket === undefined) byAction.set(action, [policy]);
        else bucket.push(policy);
      }
    }
    const ofAll = byAction.get(undefined);
    byAction.delete(undefined);
    this.#ofAll = ofAll === undefined ? [] : [bucketOf(cedar, ofAll, entities)];
    this.#byAction = new Map(
      [...byAction].map(([action, members]) => [action as string, bucketOf(cedar, members, entities)]),
    );
    const groups = groupsOf(schema);
    this.#parentsOf = (action) => [...entities.parentsOf(action), ...(groups.get(action) ?? [])];
  }

  /** The buckets of an action: its own, those of the groups it is in, and that of every action. */
  of(action: string): readonly Bucket[] {
    const keys = this.withGroups(action);
    const named = keys.flatMap((key) => this.#byAction.get(key) ?? []);
    return [...named, ...this.#ofAll];
  }

  /** The action's key and those of all groups that it is in, at any remove. */
  withGroups(action: string): readonly string[] {
    const keys = new Set([action]);
    for (const key of keys) for (const parent of this.#parentsOf(key)) keys.add(parent);
    return [...keys];
  }

  /** The keys of the actions that policies name. */
  get named(): readonly string[] {
    return [...this.#byAction.keys()];
  }
}

/** Cedar keeps parsed policies for the life of the process, under a name: equal policies are kept once. */
function bucketOf(cedar: CedarModule, policies: readonly PreparedPolicy[], entities: CedarEntities): Bucket {
  const staticPolicies = Object.fromEntries(policies.map(({ id, text }) => [id, text]));
  const id = digestId(Object.entries(staticPolicies));
  const parsed = cedar.preparsePolicySet(id, { staticPolicies });
  if (parsed.type === 'failure') {
    throw new InvalidOptionError(`The policies cannot be used: ${parsed.errors.map(saidBy).join('; ')}.`);
  }
  return { id, entities: entities.reachableFrom(policies.flatMap(({ uses }) => uses)) };
}

/** The groups of each action that a schema puts into groups. */
function groupsOf(schema: CedarSchema | undefined): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  for (const [namespace, { actions }] of Object.entries(schema ?? {})) {
    const type = namespace === '' ? 'Action' : `${namespace}::Action`;
    for (const [id, action] of Object.entries((actions ?? {}) as Actions)) {
      const parents = action.memberOf ?? [];
      groups.set(
        keyOf({ type, id }),
        parents.map((parent) => keyOf({ type: parent.type ?? type, id: parent.id })),
      );
    }
  }
  return groups;
}

type Actions = {
  readonly [id: string]: { readonly memberOf?: readonly { readonly type?: string; readonly id: string }[] };
};
