import { checkOptions } from '../../domain/options.js';
import * as option from '../../domain/options.js';
import type { Clock } from '../../ports/clock.js';

/** A clock that stands still until it is told to move. */
export interface VirtualClock extends Clock {
  /** For tests and simulations; production refuses it. */
  readonly forDevelopment: true;
  /** Moves on by `ms`, waking each sleeper at its own time, in order, with what it does then done before the next. */
  advance(ms: number): Promise<void>;
  /** Moves on until nobody sleeps. */
  runAll(): Promise<void>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** @param options `startAt` is the first time, in milliseconds since the epoch; 0 unless given */
export function virtualClock(options: { readonly startAt?: number } = {}): VirtualClock {
  let time = checkOptions('virtualClock', options, { startAt: option.wholeFromZero }).startAt ?? 0;
  let sleepers: readonly Sleeper[] = [];

  const wakeUntil = async (until: () => number | undefined): Promise<void> => {
    await idle();
    for (let due = next(sleepers, until()); due !== undefined; due = next(sleepers, until())) {
      const woken = due;
      sleepers = sleepers.filter((sleeper) => sleeper !== woken);
      time = Math.max(time, woken.at);
      woken.wake();
      await idle();
    }
  };

  return {
    forDevelopment: true,
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason as Error);
        const abort = (): void => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal?.reason as Error);
        };
        const wake = (): void => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        const sleeper: Sleeper = { at: time + Math.max(0, ms), wake };
        sleepers = [...sleepers, sleeper];
        signal?.addEventListener('abort', abort, { once: true });
      }),
    advance: async (ms) => {
      const end = time + ms;
      await wakeUntil(() => end);
      time = Math.max(time, end);
    },
    runAll: () => wakeUntil(() => Infinity),
  };
}

/** The sleeper that is due first, of those of one time the one that slept first. */
function next(sleepers: readonly Sleeper[], until: number | undefined): Sleeper | undefined {
  let first: Sleeper | undefined;
  for (const sleeper of sleepers) if (first === undefined || sleeper.at < first.at) first = sleeper;
  return first !== undefined && until !== undefined && first.at <= until ? first : undefined;
}

/** Lets everything that is ready to run do so. */
function idle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
