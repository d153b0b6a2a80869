import type { OptionRule } from '../../domain/options.js';
import { JSON_TYPES, isWholeFromZero } from './shapes.js';

/**
 * What a keyword holds. `value`: data. The others hold schemas: one, a list, or a map by name; `either` is a schema or a
 * list (`items` of draft-07), `dependencies` a map of schemas or name lists.
 */
export type KeywordKind = 'value' | 'schema' | 'list' | 'map' | 'either' | 'dependencies';

export interface Keyword {
  readonly kind: KeywordKind;
  /** Whether its schemas are applied to the very value that the keyword's own schema is applied to. */
  readonly inPlace: boolean;
  /** The shape of a `value` keyword. */
  readonly rule?: Pick<OptionRule, 'expected' | 'test'>;
}

function value(expected: string, test: (value: unknown) => boolean): Keyword {
  return { kind: 'value', inPlace: false, rule: { expected, test } };
}

const isTexts = (v: unknown): boolean =>
  Array.isArray(v) && v.every((item: unknown) => typeof item === 'string');
const number = value('a finite number', (v) => typeof v === 'number' && Number.isFinite(v));
const count = value('a whole number, 0 or more', isWholeFromZero);
const names = value('an array of strings', isTexts);
const inside = (kind: KeywordKind): Keyword => ({ kind, inPlace: false });
const inPlace = (kind: KeywordKind): Keyword => ({ kind, inPlace: true });

/** Every keyword that is read. Any other is an annotation: it says nothing about a value, and is left out. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', value(`a type name or a list of them (${[...JSON_TYPES].join(', ')})`, isType)],
  ['nullable', value('true or false', (v) => typeof v === 'boolean')],
  ['enum', value('an array with at least one value', (v) => Array.isArray(v) && v.length > 0)],
  ['const', value('a value', () => true)],
  ['multipleOf', value('a number above 0', (v) => typeof v === 'number' && v > 0 && Number.isFinite(v))],
  ['maximum', number],
  ['minimum', number],
  ['exclusiveMaximum', number],
  ['exclusiveMinimum', number],
  ['maxLength', count],
  ['minLength', count],
  ['pattern', value('a string', (v) => typeof v === 'string')],
  ['maxItems', count],
  ['minItems', count],
  ['uniqueItems', value('true or false', (v) => typeof v === 'boolean')],
  ['maxContains', count],
  ['minContains', count],
  ['maxProperties', count],
  ['minProperties', count],
  ['required', names],
  ['dependentRequired', value('an object of string arrays', isTextsByName)],
  ['not', inPlace('schema')],
  ['if', inPlace('schema')],
  ['then', inPlace('schema')],
  ['else', inPlace('schema')],
  ['allOf', inPlace('list')],
  ['anyOf', inPlace('list')],
  ['oneOf', inPlace('list')],
  ['dependentSchemas', inPlace('map')],
  ['dependencies', inPlace('dependencies')],
  ['items', inside('either')],
  ['prefixItems', inside('list')],
  ['additionalItems', inside('schema')],
  ['unevaluatedItems', inside('schema')],
  ['contains', inside('schema')],
  ['properties', inside('map')],
  ['patternProperties', inside('map')],
  ['additionalProperties', inside('schema')],
  ['unevaluatedProperties', inside('schema')],
  ['propertyNames', inside('schema')],
]);

/** Keywords that only hold schemas for references to point at. */
export const DEFINITIONS: readonly string[] = ['$defs', 'definitions'];

function isType(v: unknown): boolean {
  if (typeof v === 'string') return JSON_TYPES.has(v);
  return (
    Array.isArray(v) &&
    v.length > 0 &&
    v.every((name) => JSON_TYPES.has(name)) &&
    new Set(v).size === v.length
  );
}

function isTextsByName(v: unknown): boolean {
  return typeof v === 'object' && v !== null && !Array.isArray(v) && Object.values(v).every(isTexts);
}
