import { SallyportError } from './errors.js';

/** A value that survives a JSON round trip unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** A value that is not JSON reached a place where state is kept. `code: 'ERR_NOT_JSON'`. */
export class NotJsonError extends SallyportError {
  constructor(path: string, shape: string) {
    super(
      'ERR_NOT_JSON',
      `${path} is ${shape}, which JSON cannot hold. Pass plain objects, arrays, strings, finite numbers, booleans or null.`,
    );
  }
}

/** Names what a value is without showing it: `a Map`, `a function`, `NaN`. */
export function shapeOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'undefined';
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const prototype = Object.getPrototypeOf(value) as {
    readonly constructor?: { readonly name?: unknown };
  } | null;
  const name = prototype?.constructor?.name;
  return typeof name === 'string' && name !== 'Object' && name !== '' ? `a ${name}` : 'an object';
}

const MAX_DEPTH = 1_000;

/**
 * The value as JSON: itself, by reference, when it is JSON already; otherwise a copy in which `toJSON` was applied
 * and absent (`undefined`) properties are left out. Refuses everything that JSON would lose without saying so: a Map,
 * a function, a class instance, `NaN`, a cycle. `path` is how the refusal names the value.
 *
 * @throws NotJsonError naming the path inside the value
 */
export function toJson(value: unknown, path: string): Json {
  return convert(value, path, 0);
}

function convert(value: unknown, path: string, depth: number): Json {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'object') throw new NotJsonError(path, shapeOf(value));
  if (depth > MAX_DEPTH) throw new NotJsonError(path, `nested over ${MAX_DEPTH} levels deep (or a cycle)`);
  if (Array.isArray(value)) return convertArray(value, path, depth);
  if (saysHow(value)) return convert(value.toJSON(), path, depth + 1);
  if (!isPlain(value)) throw new NotJsonError(path, shapeOf(value));
  return convertObject(value as Record<string, unknown>, path, depth);
}

/** A value that says itself how it is written as JSON, such as a Date. */
function saysHow(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** An object without a class, also one that was made in another realm: the parent of its prototype is nothing. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function convertArray(value: readonly unknown[], path: string, depth: number): Json {
  let copy: Json[] | undefined;
  for (let i = 0; i < value.length; i++) {
    const item = convert(value[i], `${path}[${i}]`, depth + 1);
    if (copy === undefined && item !== value[i]) copy = value.slice(0, i) as Json[];
    copy?.push(item);
  }
  return copy ?? (value as readonly Json[]);
}

function convertObject(value: Record<string, unknown>, path: string, depth: number): Json {
  let changed: Map<string, Json | undefined> | undefined;
  for (const key of Object.keys(value)) {
    const before = value[key];
    const after = before === undefined ? undefined : convert(before, `${path}.${key}`, depth + 1);
    if (before === undefined || after !== before) (changed ??= new Map()).set(key, after);
  }
  if (changed === undefined) return value as JsonObject;
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const item = changed.has(key) ? changed.get(key) : (value[key] as Json);
    if (item !== undefined) setOwn(copy, key, item);
  }
  return copy;
}

/** Sets a plain own property, also for `__proto__`, which assignment would take as the prototype. */
function setOwn(target: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else target[key] = value;
}

/** A deep copy that shares nothing with the value it was given. */
export function copyJson(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyJson((value as JsonObject)[key] as Json));
  return copy;
}

/** The one canonical text of a JSON value: keys sorted by code unit, no white space. Equal values give equal texts. */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as JsonObject;
  const keys = Object.keys(object).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] as Json)}`).join(',')}}`;
}

/** As `frozenJson`, for a value whose type is known to be JSON. */
export function frozenCopy<T>(value: T, path: string): T {
  return frozenJson(value, path) as T;
}

/**
 * A frozen deep copy as JSON: nobody who holds the value it was made from, or is handed the copy, can change it.
 *
 * @throws NotJsonError naming the path inside the value
 */
export function frozenJson(value: unknown, path: string): Json {
  return freezeCopy(toJson(value, path));
}

function freezeCopy(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(freezeCopy));
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, freezeCopy((value as JsonObject)[key] as Json));
  return Object.freeze(copy);
}
