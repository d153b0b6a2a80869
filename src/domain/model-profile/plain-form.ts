import type { Json, JsonObject } from '../json.js';
import { described } from './words.js';

/** An array without `items` is refused by some providers, and means the same as one of anything. */
export function withItems(schema: JsonObject): JsonObject {
  const { type, items } = schema;
  const isArray = type === 'array' || (Array.isArray(type) && type.includes('array'));
  return isArray && items === undefined ? { ...schema, items: {} } : schema;
}

/** The same in fewer keywords: `enum` for `const`, `anyOf` for `oneOf` and for a list of types. */
export function plainForm(schema: JsonObject): JsonObject {
  const { const: only, oneOf, ...rest } = withItems(schema);
  const { type } = rest;
  const form: Record<string, Json> = rest;
  let sentences: readonly string[] = [];
  if (only !== undefined) form[form['enum'] === undefined ? 'enum' : 'allOf'] = onlyValue(form, only);
  if (Array.isArray(oneOf) && form['anyOf'] === undefined) {
    form['anyOf'] = oneOf;
    if (oneOf.length > 1) sentences = ['Exactly one of the alternatives must hold.'];
  } else if (oneOf !== undefined) form['oneOf'] = oneOf;
  if (Array.isArray(type) && type.length === 1) form['type'] = type[0] as Json;
  else if (Array.isArray(type) && form['anyOf'] === undefined) {
    delete form['type'];
    form['anyOf'] = type.map((name: Json) => ({ type: name }));
  }
  return described(form, sentences);
}

/** Beside an `enum`, `const` is one more condition. */
function onlyValue(form: JsonObject, only: Json): Json {
  return form['enum'] === undefined ? [only] : [{ const: only }];
}
