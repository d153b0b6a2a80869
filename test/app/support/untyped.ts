/** A value as a caller without types would pass it. */
export function untyped<T>(value: unknown): T {
  return value as T;
}
