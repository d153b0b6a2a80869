import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.js';

/** The machine's time. It also counts while the machine sleeps, as the expiry of a token does. */
export function wallClock(): Clock {
  let latest = 0;
  return {
    now: () => (latest = Math.max(latest, Date.now())),
    async sleep(ms, signal) {
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
