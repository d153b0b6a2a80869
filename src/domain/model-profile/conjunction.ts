import { canonicalJson, type Json, type JsonObject } from '../json.js';
import { isBounded } from './bounds.js';
import { isObject } from './schema-shapes.js';
import { described, sayKeywords } from './words.js';

const MAX_COMPARED = 500;

/**
 * One schema for what all of them say. Properties are put together, required names added up; where two say different
 * things in one keyword, the later one goes into the description.
 */
export function conjunction(...schemas: readonly JsonObject[]): JsonObject {
  const merged = new Map<string, Json>();
  const properties = new Map<string, Json>();
  const required = new Set<Json>();
  const sentences = new Set<string>();
  for (const schema of schemas) {
    const lost = new Map<string, Json>();
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'description') sentences.add(String(value));
      else if (keyword === 'required') for (const name of value as readonly Json[]) required.add(name);
      else if (keyword === 'properties') addProperties(properties, value as JsonObject);
      else if (!adopts(merged, keyword, value)) lost.set(keyword, value);
      if (keyword === 'properties' || keyword === 'required') merged.set(keyword, value);
    }
    for (const sentence of sayKeywords(lost)) sentences.add(sentence);
  }
  if (merged.has('properties')) merged.set('properties', Object.fromEntries(properties));
  if (merged.has('required')) merged.set('required', [...required]);
  return described(Object.fromEntries(merged), [...sentences]);
}

/** Takes a keyword in, unless it is there with another value already. */
function adopts(merged: Map<string, Json>, keyword: string, value: Json): boolean {
  const before = merged.get(keyword);
  if (before === undefined || (keyword === 'type' && before === 'number' && value === 'integer')) {
    merged.set(keyword, value);
    return true;
  }
  const isWider = keyword === 'type' && before === 'integer' && value === 'number';
  return keyword === 'title' || isWider || comparable(before) === comparable(value);
}

function addProperties(properties: Map<string, Json>, additions: JsonObject): void {
  for (const [name, schema] of Object.entries(additions)) {
    const before = properties.get(name);
    const differ = isObject(before) && isObject(schema) && comparable(before) !== comparable(schema);
    properties.set(name, differ ? conjunction(before, schema) : schema);
  }
}

/** What two values share exactly when they are the same; large ones share it with themselves alone. */
export function comparable(value: Json): unknown {
  return isBounded(value, MAX_COMPARED) ? canonicalJson(value) : value;
}
