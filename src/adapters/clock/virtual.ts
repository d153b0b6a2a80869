import { InvalidOptionError } from '../../domain/errors.js';
import { checkOptions } from '../../domain/options.js';
import * as option from '../../domain/options.js';
import type { Clock } from '../../ports/clock.js';

/** A clock that stands still until it is told to move. */
export interface VirtualClock extends Clock {
  /** For tests and simulations; production refuses it. */
  readonly forDevelopment: true;
  /**
   * Moves on by `ms`, waking each sleeper at its own time, in order, with what it does then done before the next.
   *
   * @throws InvalidOptionError (as a rejection) when `ms` is no finite number from 0 on
   */
  advance(ms: number): Promise<void>;
  /** Moves on until nobody sleeps but those who sleep for ever. */
  runAll(): Promise<void>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** @param options `startAt` is the first time, in milliseconds since the epoch; 0 unless given */
export function virtualClock(options: { readonly startAt?: number } = {}): VirtualClock {
  let time = checkOptions('virtualClock', options, { startAt: option.wholeFromZero }).startAt ?? 0;
  /** In the order in which they fell asleep. */
  const sleepers = new Set<Sleeper>();

  const wakeUntil = async (end: number): Promise<void> => {
    await idle();
    for (let due = next(sleepers, end); due !== undefined; due = next(sleepers, end)) {
      sleepers.delete(due);
      time = Math.max(time, due.at);
      due.wake();
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
          sleepers.delete(sleeper);
          reject(signal?.reason as Error);
        };
        const wake = (): void => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        const sleeper: Sleeper = { at: time + (ms > 0 ? ms : 0), wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', abort, { once: true });
      }),
    advance: async (ms) => {
      if (!Number.isFinite(ms) || ms < 0)
        throw new InvalidOptionError(`virtualClock: advance() takes milliseconds, 0 or more, not ${ms}.`);
      const end = time + ms;
      await wakeUntil(end);
      time = Math.max(time, end);
    },
    runAll: () => wakeUntil(Number.MAX_VALUE),
  };
}

/** The sleeper that is due first, of those of one time the one that slept first. */
function next(sleepers: ReadonlySet<Sleeper>, end: number): Sleeper | undefined {
  let first: Sleeper | undefined;
  for (const sleeper of sleepers) if (first === undefined || sleeper.at < first.at) first = sleeper;
  return first !== undefined && first.at <= end ? first : undefined;
}

/** Lets everything that is ready to run do so. */
function idle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
