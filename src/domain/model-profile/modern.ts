import type { Json, JsonObject } from '../json.js';
import { isObject, isWellFormed } from './schema-shapes.js';

/** What says where a schema stands or what it is written in; a model has no use for it. */
const FOR_READERS_OF_DOCUMENTS: readonly string[] = [
  ...['$schema', '$id', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary', '$comment'],
  ...['$defs', 'definitions', 'additionalItems', 'dependencies', '$dynamicRef', '$recursiveRef', 'nullable'],
];

/** The keywords that say nothing about which values are valid. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'examples', 'example', 'deprecated', 'readOnly', 'writeOnly'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
]);

/**
 * One schema in the keywords of draft 2020-12, whichever draft it is written in; the schemas inside it stay as they are.
 * Definitions, ids and comments are left out, and so is every keyword whose value it cannot have: `left` is told of those.
 *
 * @param refAlone whether nothing beside a `$ref` counts but what describes, as it is up to draft-07
 */
export function modern(source: JsonObject, refAlone: boolean, left: (keyword: string) => void): JsonObject {
  const entries = new Map<string, Json>(Object.entries(source));
  for (const keyword of FOR_READERS_OF_DOCUMENTS) entries.delete(keyword);
  if (typeof source['id'] === 'string') entries.delete('id');
  exclusive(source, entries, 'Minimum');
  exclusive(source, entries, 'Maximum');
  tuples(source, entries);
  dependencies(source, entries);
  const reference = source['$ref'] ?? source['$dynamicRef'] ?? source['$recursiveRef'];
  if (reference !== undefined) entries.set('$ref', reference);
  if (source['nullable'] === true && typeof source['type'] === 'string' && source['type'] !== 'null') {
    entries.set('type', [source['type'], 'null']);
  }
  for (const [keyword, value] of entries) {
    if (!isWellFormed(keyword, value)) {
      left(keyword);
      entries.delete(keyword);
    } else if (refAlone && entries.has('$ref') && keyword !== '$ref' && !ANNOTATIONS.has(keyword)) {
      entries.delete(keyword);
    }
  }
  return Object.fromEntries(entries);
}

/** Up to draft-04 `exclusiveMinimum` is a flag of `minimum`. */
function exclusive(source: JsonObject, entries: Map<string, Json>, bound: 'Minimum' | 'Maximum'): void {
  const flag = source[`exclusive${bound}`];
  if (typeof flag !== 'boolean') return;
  const limit = source[bound.toLowerCase()];
  entries.delete(`exclusive${bound}`);
  if (!flag || typeof limit !== 'number') return;
  entries.delete(bound.toLowerCase());
  entries.set(`exclusive${bound}`, limit);
}

/** Up to 2019-09 `items` is a list for the first items, and `additionalItems` is for the rest. */
function tuples(source: JsonObject, entries: Map<string, Json>): void {
  const { items, additionalItems } = source;
  if (!Array.isArray(items)) return;
  entries.delete('items');
  if (items.length > 0) entries.set('prefixItems', items);
  if (additionalItems !== undefined) entries.set('items', additionalItems);
}

/** Up to draft-07 `dependencies` holds lists of names and schemas alike. */
function dependencies(source: JsonObject, entries: Map<string, Json>): void {
  if (!isObject(source['dependencies'])) return;
  const all = Object.entries(source['dependencies']);
  const names = all.filter(([, value]) => Array.isArray(value));
  const schemas = all.filter(([, value]) => !Array.isArray(value));
  if (names.length > 0) entries.set('dependentRequired', Object.fromEntries(names));
  if (schemas.length > 0) entries.set('dependentSchemas', Object.fromEntries(schemas));
}
