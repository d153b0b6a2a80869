/** How long to wait between tries, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * The wait after that many failed tries: doubling from the first to the longest, and drawn from the upper half of that, so
 * that many clients of one server do not come back together.
 *
 * @param random from 0 to 1
 */
export function backoffMs(
  tries: number,
  { firstMs, maxMs }: Backoff,
  random: number = Math.random(),
): number {
  const full = Math.min(maxMs, firstMs * 2 ** (tries - 1));
  return Math.ceil(full / 2 + (full / 2) * random);
}
