import type { Awaitable } from '../ports/awaitable.js';

export function isPromiseLike<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  );
}

/**
 * Runs what may throw, answer at once or answer later, and turns each ending into one result. What answers at once is
 * turned at once: a governed call whose gates are synchronous waits for nothing.
 */
export function settle<T, R>(
  run: () => Awaitable<T>,
  onValue: (value: T) => Awaitable<R>,
  onThrown: (thrown: unknown) => Awaitable<R>,
): Awaitable<R> {
  try {
    const value = run();
    return isPromiseLike(value) ? settleLater(value, onValue, onThrown) : onValue(value);
  } catch (thrown) {
    return onThrown(thrown);
  }
}

async function settleLater<T, R>(
  value: PromiseLike<T>,
  onValue: (value: T) => Awaitable<R>,
  onThrown: (thrown: unknown) => Awaitable<R>,
): Promise<R> {
  try {
    return await onValue(await value);
  } catch (thrown) {
    return onThrown(thrown);
  }
}
