import { InvalidOptionError } from '../../domain/errors.js';
import { frozenCopy } from '../../domain/json.js';
import { saidBy } from './cedar-load.js';
import type { CedarEntity, CedarModule, CedarSchema, CedarUid } from './cedar-module.js';
import { keyOf, uidsIn } from './cedar-uid.js';

/**
 * The entities that a policy was given, by key. A request is sent those alone that it can reach, since Cedar reads all
 * that it is sent anew each time.
 */
export class CedarEntities {
  readonly #byKey: ReadonlyMap<string, CedarEntity>;
  readonly #next: ReadonlyMap<string, readonly string[]>;

  /** @throws InvalidOptionError with what is wrong with the entities, also where they do not fit the schema */
  constructor(cedar: CedarModule, entities: readonly CedarEntity[], schema: CedarSchema | undefined) {
    const given = frozenCopy(entities, 'entities of cedarPolicy()');
    const parsed = cedar.checkParseEntities({ entities: given, schema: schema ?? null });
    if (parsed.type === 'failure') {
      throw new InvalidOptionError(
        `"entities" of cedarPolicy() cannot be used: ${parsed.errors.map(saidBy).join('; ')}.`,
      );
    }
    const copies = given.map((entity) => ({ ...entity, uid: uidOf(entity) }));
    this.#byKey = new Map(copies.map((entity) => [keyOf(entity.uid), entity]));
    this.#next = new Map(
      copies.map((entity) => [
        keyOf(entity.uid),
        uidsIn([entity.attrs, [...entity.parents], entity.tags ?? {}]).map(keyOf),
      ]),
    );
  }

  /** The entity with what is registered of it: its own attributes win, and it has the parents of both. */
  merged(entity: CedarEntity): CedarEntity {
    const known = this.#byKey.get(keyOf(entity.uid));
    if (known === undefined) return entity;
    const parents = new Map(
      [...known.parents, ...entity.parents].flatMap((p) => uidsIn(p)).map((p) => [keyOf(p), p]),
    );
    return { ...known, attrs: { ...known.attrs, ...entity.attrs }, parents: [...parents.values()] };
  }

  /** What is registered of these entities, of their ancestors, and of all that their attributes name. */
  reachableFrom(uids: readonly CedarUid[]): ReadonlyMap<string, CedarEntity> {
    const found = new Map<string, CedarEntity>();
    const left = uids.map(keyOf);
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      const entity = this.#byKey.get(key);
      if (entity === undefined || found.has(key)) continue;
      found.set(key, entity);
      left.push(...(this.#next.get(key) ?? []));
    }
    return found;
  }

  /** The keys of everything that the registered entities are or name. */
  get keys(): readonly string[] {
    return [...this.#byKey.keys(), ...[...this.#next.values()].flat()];
  }

  parentsOf(key: string): readonly string[] {
    return (this.#byKey.get(key)?.parents ?? []).flatMap((parent) => uidsIn(parent)).map(keyOf);
  }
}

/** The uid in its plain spelling; Cedar takes `{ __entity: uid }` too. */
function uidOf(entity: CedarEntity): CedarUid {
  return uidsIn(entity.uid)[0] as CedarUid;
}
