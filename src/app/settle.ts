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
  const settled = (value: T): Awaitable<R> => {
    try {
      return onValue(value);
    } catch (thrown) {
      return onThrown(thrown);
    }
  };
  let value: Awaitable<T>;
  try {
    value = run();
  } catch (thrown) {
    return onThrown(thrown);
  }
  return isPromiseLike(value) ? Promise.resolve(value).then(settled, onThrown) : settled(value);
}
