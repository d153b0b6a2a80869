/** The type names of JSON Schema. */
export const JSON_TYPES: ReadonlySet<unknown> = new Set([
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'integer',
  'string',
]);

export function isWholeFromZero(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A plain JSON object: neither null nor an array. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
