import type { Json, JsonObject } from '../json.js';
import { comparable } from './conjunction.js';
import type { ProfileRules } from './profile.js';
import { isObject } from './schema-shapes.js';
import { described, sayChoice, sayKeywords } from './words.js';

/** What a root may say beside its properties; no provider takes choices and conditions there. */
const BESIDE_PROPERTIES: readonly string[] = ['additionalProperties', 'title', 'default', 'examples'];

/**
 * A schema with its references and its `allOf` put together, as one object with properties: what each branch of a choice
 * adds is shown as optional, and everything that a root cannot hold is said in the description.
 */
export function rootForm(flat: JsonObject, rules: ProfileRules, note: (text: string) => void): JsonObject {
  const { type, properties, required, anyOf, oneOf, ...rest } = flat;
  const choices = [['anyOf', anyOf] as const, ['oneOf', oneOf] as const].flatMap(([keyword, branches]) =>
    isList(branches) ? [{ keyword, branches }] : [],
  );
  const members = new Map(Object.entries(isObject(properties) ? properties : {}));
  const needed = new Set(isList(required) ? required : []);
  for (const { keyword, branches } of choices) {
    note(`"${keyword}" at the root is put in words.`);
    addMembers(members, branches.flatMap(propertiesOf));
    for (const name of neededByAll(branches)) needed.add(name);
  }
  const { beside, lost } = sorted(
    type === undefined || allowsObjects(type) ? rest : { type, ...rest },
    rules,
  );
  const unfit = [...members].filter(([name]) => !rules.argumentKey.test(name));
  if (unfit.length > 0) {
    for (const [name] of unfit) members.delete(name);
    lost.set('properties', Object.fromEntries(unfit));
    beside.delete('additionalProperties');
  }
  const isMember = (name: Json): boolean => members.has(String(name));
  const others = [...needed].filter((name) => !isMember(name));
  if (others.length > 0) lost.set('required', others);
  for (const keyword of lost.keys()) note(`"${keyword}" at the root is put in words.`);
  const form = { type: 'object', properties: Object.fromEntries(members), ...Object.fromEntries(beside) };
  const shown = [...needed].filter(isMember);
  return described(shown.length > 0 ? { ...form, required: shown } : form, [
    ...choices.map(({ keyword, branches }) => sayChoice(keyword, branches)),
    ...sayKeywords(lost),
  ]);
}

/** The keywords that may stand beside the properties, and those that may not. */
function sorted(
  keywords: JsonObject,
  rules: ProfileRules,
): { beside: Map<string, Json>; lost: Map<string, Json> } {
  const beside = new Map<string, Json>();
  const lost = new Map<string, Json>();
  for (const [keyword, value] of Object.entries(keywords)) {
    const isTaken = keyword === 'description' || (rules.describedRoot && BESIDE_PROPERTIES.includes(keyword));
    (isTaken ? beside : lost).set(keyword, value);
  }
  return { beside, lost };
}

function allowsObjects(type: Json): boolean {
  return type === 'object' || (isList(type) && type.includes('object'));
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The properties that a branch names, those of its own choices among them. */
function propertiesOf(branch: Json): readonly (readonly [string, Json])[] {
  if (!isObject(branch)) return [];
  const { properties, anyOf, oneOf } = branch;
  const inner = [anyOf, oneOf].flatMap((list) => (isList(list) ? list.flatMap(propertiesOf) : []));
  return [...Object.entries(isObject(properties) ? properties : {}), ...inner];
}

/** Adds properties that are not there yet; one that has different schemas may be any of them. */
function addMembers(members: Map<string, Json>, additions: readonly (readonly [string, Json])[]): void {
  const found = new Map<string, Map<unknown, Json>>();
  for (const [name, schema] of additions) {
    if (members.has(name)) continue;
    const schemas = found.get(name) ?? new Map<unknown, Json>();
    found.set(name, schemas.set(comparable(schema), schema));
  }
  for (const [name, schemas] of found) {
    const [first = {}, ...more] = schemas.values();
    members.set(name, more.length === 0 ? first : { anyOf: [first, ...more] });
  }
}

function neededByAll(branches: readonly Json[]): readonly Json[] {
  const [first = new Set<Json>(), ...others] = branches.map((branch) => {
    const required = isObject(branch) ? branch['required'] : undefined;
    return new Set(isList(required) ? required : []);
  });
  return [...first].filter((name) => others.every((names) => names.has(name)));
}
