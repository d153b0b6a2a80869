import type { Clock } from '../../ports/clock.js';

/** The longest that one timer of Node can be set for; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's time, steady: it does not jump when the wall clock is set. */
export function realClock(): Clock {
  const { timeOrigin } = performance;
  const now = (): number => timeOrigin + performance.now();
  return {
    now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      const { setTimeout: delay } = process.getBuiltinModule('node:timers/promises');
      const end = now() + ms;
      try {
        let left = ms;
        // A timer can fire a fraction of a millisecond early.
        do {
          const timer = left > 1 ? Math.min(Math.ceil(left), MAX_TIMER_MS) : 1;
          await delay(timer, undefined, signal === undefined ? {} : { signal });
          left = end - now();
        } while (left > 0);
      } catch (thrown) {
        signal?.throwIfAborted();
        throw thrown;
      }
    },
  };
}
