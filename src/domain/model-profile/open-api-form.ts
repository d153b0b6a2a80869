import type { Json, JsonObject } from '../json.js';
import { conjunction } from './conjunction.js';
import { isNullSchema, openApiValue } from './open-api-value.js';
import { plainForm } from './plain-form.js';
import type { ProfileRules } from './profile.js';
import { described, sayKeywords } from './words.js';

/** What is said of a choice as a whole cannot stand beside it. */
const ABOUT_THE_CHOICE: readonly string[] = ['title', 'default', 'examples', 'deprecated'];

/**
 * A schema in plain form as OpenAPI 3.0 has it: a choice stands alone, so that each branch takes over what stands beside
 * it; null is a mark on what else there may be; every other schema has one type.
 */
export function openApiForm(
  schema: JsonObject,
  rules: ProfileRules,
  note: (text: string) => void,
): JsonObject {
  const { anyOf, ...beside } = schema;
  if (!Array.isArray(anyOf)) return openApiValue(schema, rules, note);
  const all = (anyOf as readonly JsonObject[]).map(plainForm);
  const some = all.filter((branch) => !isNullSchema(branch));
  const mark = some.length < all.length ? orNull : (one: JsonObject): JsonObject => one;
  const [only] = some;
  if (only === undefined) return openApiValue({ ...beside, type: 'null' }, rules, note);
  if (some.length === 1) return mark(openApiForm(plainForm(conjunction(beside, only)), rules, note));
  const { description, ...rest } = beside;
  const taken = new Map<string, Json>();
  const lost = new Map<string, Json>();
  for (const [keyword, value] of Object.entries(rest)) {
    (ABOUT_THE_CHOICE.includes(keyword) ? lost : taken).set(keyword, value);
  }
  const shared = Object.fromEntries(taken);
  const branches = some.flatMap((branch) =>
    branchesOf(openApiForm(plainForm(conjunction(shared, branch)), rules, note)),
  );
  const sentences = [...(typeof description === 'string' ? [description] : []), ...sayKeywords(lost)];
  return mark({ anyOf: branches.map((branch, i) => (i === 0 ? led(branch, sentences) : branch)) });
}

function branchesOf(schema: JsonObject): readonly JsonObject[] {
  return Array.isArray(schema['anyOf']) ? (schema['anyOf'] as readonly JsonObject[]) : [schema];
}

function orNull(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema['anyOf'])) return { ...schema, nullable: true };
  return { anyOf: branchesOf(schema).map((branch) => ({ ...branch, nullable: true })) };
}

/** A branch that says first what is said of the whole choice. */
function led(branch: JsonObject, sentences: readonly string[]): JsonObject {
  const { description, ...rest } = branch;
  return described(rest, typeof description === 'string' ? [...sentences, description] : sentences);
}
