import type { JsonObject } from '../json.js';

/** How a keyword of draft 2020-12 holds schemas: one, a list, or a map by name. */
export type Holding = 'schema' | 'list' | 'map';

/** The keywords that hold schemas. */
export const HOLDING: ReadonlyMap<string, Holding> = new Map<string, Holding>([
  ...['not', 'if', 'then', 'else', 'items', 'unevaluatedItems', 'contains'].map(one),
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'contentSchema'].map(one),
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['dependentSchemas', 'map'],
]);

function one(keyword: string): [string, Holding] {
  return [keyword, 'schema'];
}

const TYPES = new Set<unknown>(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value);
const isSome = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const HOLDS: { readonly [holding in Holding]: (value: unknown) => boolean } = {
  schema: isSchema,
  list: (value) => isSome(value) && (value as unknown[]).every(isSchema),
  map: (value) => isObject(value) && Object.values(value).every(isSchema),
};

const VALUES: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map(each(isNumber)),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'].map(each(isCount)),
  ...['minProperties', 'maxProperties'].map(each(isCount)),
  ...['$ref', 'pattern', 'format', 'title', 'description'].map(each(isText)),
  ...['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'].map(each(isFlag)),
  ['type', (value) => TYPES.has(value) || (isSome(value) && (value as unknown[]).every((t) => TYPES.has(t)))],
  ['multipleOf', (value) => isNumber(value) && (value as number) > 0],
  ['enum', isSome],
  ['examples', Array.isArray],
  ['required', isTexts],
  ['dependentRequired', (value) => isObject(value) && Object.values(value).every(isTexts)],
]);

function each<T>(value: T): (keyword: string) => [string, T] {
  return (keyword) => [keyword, value];
}

/** Whether a keyword of draft 2020-12 has a value that it can have; a provider refuses a request for one that has not. */
export function isWellFormed(keyword: string, value: unknown): boolean {
  const holding = HOLDING.get(keyword);
  if (holding !== undefined) return HOLDS[holding](value);
  return VALUES.get(keyword)?.(value) ?? true;
}

/** A plain JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
