import type { Json, JsonObject } from '../json.js';
import { keepTaken } from './keep-taken.js';
import type { ProfileRules } from './profile.js';
import { isObject } from './schema-shapes.js';
import { described, sayKeywords } from './words.js';

const NUMBERS: readonly string[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
];

/** What each type's keywords are. On a value of another type they say nothing. */
const KEYWORDS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['object', ['properties', 'required', 'minProperties', 'maxProperties', 'additionalProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['minLength', 'maxLength', 'pattern']],
  ['integer', NUMBERS],
  ['number', NUMBERS],
]);

const FORMATS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['string', ['date-time', 'enum']],
  ['integer', ['int32', 'int64']],
  ['number', ['float', 'double']],
]);

/** Any value: OpenAPI 3.0 has no schema without a type. Lists are left out, since those need a type inside. */
const ANYTHING: readonly string[] = ['string', 'number', 'boolean', 'object'];

/** Whether a schema in plain form holds for null alone. */
export function isNullSchema({ type, enum: values }: JsonObject): boolean {
  return type === 'null' || (Array.isArray(values) && values.every((value) => value === null));
}

/** A schema in plain form, without a choice, as one of OpenAPI 3.0; what that cannot hold is said in the description. */
export function openApiValue(
  schema: JsonObject,
  rules: ProfileRules,
  note: (text: string) => void,
): JsonObject {
  const { type: declared, enum: values, ...rest } = schema;
  const named = typeof declared === 'string' ? declared : undefined;
  const type = named ?? typeOfKeywords(rest) ?? typeOfValues(values);
  const lost: Record<string, Json> = {};
  if (declared !== undefined && named === undefined) lost['type'] = declared;
  if (type === undefined)
    return anything(rest, values === undefined ? lost : { ...lost, enum: values }, note);
  const form: Record<string, Json> = { type, ...rest };
  for (const keyword of foreignKeywords(type)) {
    const value = form[keyword];
    if (value === undefined) continue;
    delete form[keyword];
    if (named === undefined) lost[keyword] = value;
  }
  takeFormat(form, lost);
  takeMembers(form, lost);
  if (Array.isArray(values)) {
    takeValues(values, form, lost);
    if (named === undefined && values.includes(null)) form['nullable'] = true;
  }
  if (type === 'null') {
    Object.assign(form, { type: 'string', nullable: true });
    lost['const'] = null;
  }
  return keepTaken(form, rules, note, lost);
}

function anything(rest: JsonObject, before: JsonObject, note: (text: string) => void): JsonObject {
  const { description = 'Any JSON value.', ...others } = rest;
  const lost = { ...before, ...others };
  for (const keyword of Object.keys(lost)) note(`"${keyword}" is put in words.`);
  const first = described({ type: 'string', description }, sayKeywords(new Map(Object.entries(lost))));
  return { anyOf: ANYTHING.map((name, i) => (i === 0 ? first : { type: name })) };
}

function takeFormat(form: Record<string, Json>, lost: Record<string, Json>): void {
  const { type, format } = form;
  if (format === undefined || FORMATS.get(type)?.includes(format as string)) return;
  delete form['format'];
  lost['format'] = format;
}

/** An array says of what; an object that names no property has no key for them, and requires none that it does not name. */
function takeMembers(form: Record<string, Json>, lost: Record<string, Json>): void {
  const { type, items, properties, required } = form;
  if (type === 'array' && isEmpty(items)) form['items'] = { anyOf: ANYTHING.map((name) => ({ type: name })) };
  if (isEmpty(properties)) delete form['properties'];
  if (!Array.isArray(required)) return;
  const isNamed = (name: Json): boolean => isObject(properties) && Object.hasOwn(properties, String(name));
  const [shown, others] = [required.filter(isNamed), required.filter((name: Json) => !isNamed(name))];
  delete form['required'];
  if (shown.length > 0) form['required'] = shown;
  if (others.length > 0) lost['required'] = others;
}

/** Only texts that are not empty can be listed. */
function takeValues(values: readonly Json[], form: Record<string, Json>, lost: Record<string, Json>): void {
  const texts = values.filter((value) => typeof value === 'string');
  if (form['type'] === 'string' && texts.length > 0 && !texts.includes('')) form['enum'] = texts;
  else lost['enum'] = values;
}

function isEmpty(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** The keywords of all types but this one. */
function foreignKeywords(type: string): readonly string[] {
  const own = KEYWORDS_OF.get(type) ?? [];
  return [...KEYWORDS_OF.values()].flat().filter((keyword) => !own.includes(keyword));
}

function typeOfKeywords(schema: JsonObject): string | undefined {
  for (const [type, keywords] of KEYWORDS_OF) {
    if (keywords.some((keyword) => schema[keyword] !== undefined))
      return type === 'integer' ? 'number' : type;
  }
  return undefined;
}

/** The one type that all values have, null aside. */
function typeOfValues(values: Json | undefined): string | undefined {
  if (!Array.isArray(values)) return undefined;
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const [type] = types;
  return types.size === 1 && type !== 'object' ? type : undefined;
}
