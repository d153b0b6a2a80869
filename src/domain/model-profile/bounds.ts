/** What was asked for would be too large or too deep to be shown. Caught where it is thrown from. */
export class TooLargeError extends Error {}

/** How deep values, and schemas in schemas, may nest. */
export const MAX_DEPTH = 128;

/** Of how many values a schema may be made, before and after it is fitted. */
export const MAX_VALUES = 10_000;

/** Whether a value has at most so many parts, itself included, and nests at most `MAX_DEPTH` deep. A part that is met twice counts twice. */
export function isBounded(value: unknown, most: number): boolean {
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  let parts = 1;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth === MAX_DEPTH) return false;
    for (const part of Object.values(next.value) as unknown[]) {
      if (++parts > most) return false;
      left.push({ value: part, depth: next.depth + 1 });
    }
  }
  return true;
}
