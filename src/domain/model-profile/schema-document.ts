import type { JsonObject } from '../json.js';
import { isObject } from './schema-shapes.js';

/** The address of a document that gives itself none. Nothing is ever fetched. */
const ROOT = 'https://schema.invalid/';

/** What holds data: an `$id` in it names nothing. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/** A schema with what its references mean. */
export class SchemaDocument {
  readonly root: JsonObject;
  /** Whether the draft is one in which nothing beside a `$ref` counts. */
  readonly refAlone: boolean;
  readonly #bases: Map<object, string> = new Map();
  readonly #named: Map<string, JsonObject> = new Map();

  /** @param root bounded in depth and size */
  constructor(root: JsonObject) {
    this.root = root;
    this.refAlone = typeof root['$schema'] === 'string' && /draft-0[3-7]/.test(root['$schema']);
    this.#named.set(ROOT, root);
    this.#visit(root, ROOT);
  }

  /** The schema that a reference in the schema `from` means; `undefined` when this document has none. */
  find(reference: string, from: JsonObject): JsonObject | boolean | undefined {
    const base = this.#bases.get(from) ?? ROOT;
    const uri = resolved(reference, base);
    if (uri === undefined) return undefined;
    const [resource = '', fragment = ''] = atHash(uri);
    const pointer = decoded(fragment);
    if (!pointer?.startsWith('/'))
      return this.#named.get(pointer === '' ? resource : `${resource}#${pointer}`);
    const found = memberAt(this.#named.get(resource), pointer);
    return typeof found === 'boolean' || isObject(found) ? found : undefined;
  }

  #visit(value: unknown, outer: string): void {
    if (typeof value !== 'object' || value === null) return;
    const base = isObject(value) ? this.#enter(value, outer) : outer;
    for (const [key, part] of Object.entries(value)) if (!DATA.has(key)) this.#visit(part, base);
  }

  /** Notes the names that a schema gives itself, and returns the address against which its references are read. */
  #enter(schema: JsonObject, outer: string): string {
    let base = outer;
    for (const id of [schema['$id'], schema['id']]) {
      const counts = typeof id === 'string' && !(this.refAlone && '$ref' in schema);
      const uri = counts ? resolved(id, outer) : undefined;
      if (uri === undefined) continue;
      const [resource = '', anchor = ''] = atHash(uri);
      this.#name(anchor === '' ? resource : uri, schema);
      if (anchor === '') base = resource;
    }
    this.#bases.set(schema, base);
    for (const anchor of [schema['$anchor'], schema['$dynamicAnchor']]) {
      if (typeof anchor === 'string') this.#name(`${base}#${anchor}`, schema);
    }
    return base;
  }

  #name(uri: string, schema: JsonObject): void {
    if (!this.#named.has(uri)) this.#named.set(uri, schema);
  }
}

function atHash(uri: string): readonly string[] {
  const at = uri.indexOf('#');
  return at < 0 ? [uri, ''] : [uri.slice(0, at), uri.slice(at + 1)];
}

function resolved(reference: string, base: string): string | undefined {
  if (reference.startsWith('#')) return base + reference;
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function memberAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}
