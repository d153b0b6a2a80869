/**
 * The only source of time.
 *
 * Laws:
 * - `now()` is milliseconds since the epoch, with fractions where the platform has them, and never runs backwards.
 * - `sleep(ms)` resolves no earlier than `ms` later by this clock; an abort rejects it at once with the signal's reason
 *   and leaves no timer or listener behind.
 */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
