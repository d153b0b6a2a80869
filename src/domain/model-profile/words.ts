import type { Json, JsonObject } from '../json.js';
import { isBounded } from './bounds.js';
import { ANNOTATIONS } from './modern.js';
import { isObject } from './schema-shapes.js';

const MAX_TEXT = 2_000;
const MAX_SHOWN = 500;

/** A value as JSON, cut to a length that a description can hold. */
export function jsonText(value: Json): string {
  if (!isBounded(value, MAX_SHOWN)) return '(too large to show)';
  const text = JSON.stringify(value);
  return cut(text);
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (cut)` : text;
}

/** Keywords that the schema cannot hold, as sentences for its description. */
export function sayKeywords(lost: ReadonlyMap<string, Json>): readonly string[] {
  const said: string[] = [];
  const constraints: [string, Json][] = [];
  const annotations: [string, Json][] = [];
  for (const [keyword, value] of lost) {
    if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
      if (isNever(value)) said.push('No other properties are allowed.');
      else if (!isAlways(value)) constraints.push([keyword, value]);
    } else (ANNOTATIONS.has(keyword) ? annotations : constraints).push([keyword, value]);
  }
  if (constraints.length > 0)
    said.push(`Must also match this JSON Schema: ${jsonText(Object.fromEntries(constraints))}`);
  if (annotations.length > 0) said.push(`Also noted: ${jsonText(Object.fromEntries(annotations))}`);
  return [...new Set(said)];
}

/** A choice between schemas, as a sentence. */
export function sayChoice(keyword: 'anyOf' | 'oneOf', branches: readonly Json[]): string {
  const many = keyword === 'oneOf' ? 'Exactly one' : 'At least one';
  const said = branches.map((branch, i) => `(${i + 1}) ${sayBranch(branch)}`);
  return `${many} of these must hold: ${cut(said.join('; '))}.`;
}

function sayBranch(branch: Json): string {
  if (!isObject(branch)) return jsonText(branch);
  const shown = bare(branch) as JsonObject;
  const { required, ...rest } = shown;
  const isPlain = Object.keys(rest).every((key) => key === 'type' && rest[key] === 'object');
  if (!isPlain || !Array.isArray(required) || required.length === 0) return jsonText(shown);
  return `${required.map((name) => JSON.stringify(name)).join(' and ')} ${required.length === 1 ? 'is' : 'are'} given`;
}

/** A schema without what only describes it: that stands with the properties already. */
function bare(schema: Json): Json {
  if (!isObject(schema) || !isBounded(schema, MAX_SHOWN)) return schema;
  const entries = Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword));
  return Object.fromEntries(
    entries.map(([keyword, value]) => {
      if (keyword !== 'properties' || !isObject(value)) return [keyword, value];
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bare(inner)]))];
    }),
  );
}

/** A schema with sentences added to its description. */
export function described(schema: JsonObject, sentences: readonly string[]): JsonObject {
  const description = joined(schema['description'], sentences);
  return description === '' ? schema : { ...schema, description };
}

function joined(description: Json | undefined, sentences: readonly string[]): string {
  const before = typeof description === 'string' && description !== '' ? [description] : [];
  return [...before, ...sentences.filter((sentence) => !before.includes(sentence))].join('\n');
}

/** Whether a schema that was written out holds for no value. */
function isNever(schema: Json): boolean {
  return schema === false || (isObject(schema) && isObject(schema['not']) && isAlways(schema['not']));
}

/** Whether a schema that was written out holds for every value. */
function isAlways(schema: Json): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}
