import { canonicalJson, type Json, type JsonObject } from '../../domain/json.js';

/** Why arguments cannot be put to Cedar. The path is made of the caller's own names, so it is for the caller alone. */
export class Inexpressible {
  readonly path: string;
  readonly why: string;

  constructor(path: string, why: string) {
    this.path = path;
    this.why = why;
  }
}

/** What Cedar is to see of a value; without a type it sees what the value is. */
export type ArgumentType =
  | { readonly kind: 'String' | 'Long' | 'Boolean' | 'decimal' | 'text' }
  | { readonly kind: 'set'; readonly element: ArgumentType }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, ArgumentField> };

export interface ArgumentField {
  readonly type: ArgumentType;
  readonly required: boolean;
}

/** Cedar reads 127 levels of JSON, and what is around the arguments is part of them. */
const MAX_DEPTH = 64;
const MAX_DECIMAL = 922_337_203_685_477;
const ESCAPES = /^_*__(?:entity|extn|expr)$/;

/**
 * A JSON value as Cedar's JSON. Whole numbers become Long and others `decimal`, exactly or not at all; a property that
 * is null is absent; a key that would make Cedar see an entity or an extension value gets one more underscore.
 *
 * @throws Inexpressible where Cedar would see less than the value, or something else
 */
export function cedarValue(value: Json, type: ArgumentType | undefined, path: string, depth = 0): Json {
  if (depth > MAX_DEPTH) throw new Inexpressible(path, `is nested over ${MAX_DEPTH} levels deep`);
  if (type?.kind === 'text') return typeof value === 'string' ? whole(value, path) : canonicalJson(value);
  if (value === null) throw new Inexpressible(path, 'is null, which a list or a policy cannot hold');
  if (typeof value === 'number') {
    return Number.isInteger(value) && type?.kind !== 'decimal' ? long(value, path) : decimal(value, path);
  }
  if (typeof value === 'string') return whole(value, path);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const element = type?.kind === 'set' ? type.element : undefined;
    return value.map((item: Json, index) => cedarValue(item, element, `${path}[${index}]`, depth + 1));
  }
  return record(value as JsonObject, type?.kind === 'record' ? type.fields : undefined, path, depth);
}

/** The key as Cedar takes it for a key. No two keys become one. */
export function cedarKey(key: string): string {
  return ESCAPES.test(key) ? `_${key}` : key;
}

function record(
  value: JsonObject,
  fields: ReadonlyMap<string, ArgumentField> | undefined,
  path: string,
  depth: number,
): Json {
  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const at = `${path}.${key}`;
    const field = fields?.get(key);
    if (fields !== undefined && field === undefined) {
      throw new Inexpressible(at, "is not declared in the tool's schema");
    }
    if (item !== null) entries.push([cedarKey(whole(key, at)), cedarValue(item, field?.type, at, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

function whole(text: string, path: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new Inexpressible(path, 'holds half a character');
  return text;
}

/** Beyond the safe integers a number is one of several that were written, and Cedar would compare another. */
function long(value: number, path: string): number {
  if (!Number.isSafeInteger(value))
    throw new Inexpressible(path, 'is a whole number beyond 9007199254740991');
  return value === 0 ? 0 : value;
}

function decimal(value: number, path: string): Json {
  const text = Math.abs(value) <= MAX_DECIMAL ? value.toFixed(4) : '';
  if (text === '' || Number(text) !== value) {
    throw new Inexpressible(path, 'is a number that four decimal places cannot hold');
  }
  return { __extn: { fn: 'decimal', arg: text } };
}
