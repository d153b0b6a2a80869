import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.js';

/** The machine's time, steady: it does not jump when the wall clock is set. */
export function realClock(): Clock {
  return {
    now: () => performance.timeOrigin + performance.now(),
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      try {
        await delay(ms, undefined, signal === undefined ? {} : { signal });
      } catch (thrown) {
        signal?.throwIfAborted();
        throw thrown;
      }
    },
  };
}
