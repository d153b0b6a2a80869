import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { Clock } from '../clock.js';
import type { Harness } from './harness.js';

/** A clock under test. */
export interface ClockSubject {
  open(): Clock;
  /** Makes the clock's time pass; a clock that runs by itself leaves it out. */
  advance?(clock: Clock, ms: number): Promise<void>;
}

/** The laws of the {@link Clock} port, as tests. */
export function clockContract({ describe, test }: Harness, { open, advance }: ClockSubject): void {
  const sleep = async (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> => {
    const slept = clock.sleep(ms, signal);
    await advance?.(clock, ms);
    await slept;
  };

  describe('clock contract', () => {
    test('time never runs backwards', async () => {
      const clock = open();
      let last = clock.now();
      for (let i = 0; i < 1_000; i++) {
        const now = clock.now();
        assert.ok(now >= last);
        last = now;
      }
    });

    test('a sleep ends no earlier than it was told', async () => {
      const clock = open();
      for (let i = 0; i < 25; i++) {
        const began = clock.now();
        await sleep(clock, 2);
        assert.ok(clock.now() - began >= 2, `it slept ${clock.now() - began} ms in place of 2`);
      }
    });

    test('a sleep that is longer than the platform can time does not end at once', async () => {
      const clock = open();
      const abort = new AbortController();
      const reason = new Error('enough');
      let ended = false;
      const slept = clock.sleep(2 ** 31, abort.signal).then(() => (ended = true));
      await sleep(clock, 10);
      assert.equal(ended, false);
      abort.abort(reason);
      await assert.rejects(slept, (thrown: unknown) => thrown === reason);
    });

    test('a sleep of no time ends', async () => {
      for (const ms of [0, -1]) {
        const clock = open();
        const slept = clock.sleep(ms);
        await advance?.(clock, 0);
        await slept;
      }
    });

    test('an abort ends a sleep at once with its reason, and leaves no listener', async () => {
      const clock = open();
      const abort = new AbortController();
      const slept = clock.sleep(3_600_000, abort.signal);
      const reason = new Error('enough');
      abort.abort(reason);
      await assert.rejects(slept, (thrown: unknown) => thrown === reason);
      assert.equal(getEventListeners(abort.signal, 'abort').length, 0);
    });

    test('a sleep that was aborted beforehand does not begin', async () => {
      const reason = new Error('before');
      await assert.rejects(
        open().sleep(3_600_000, AbortSignal.abort(reason)),
        (thrown: unknown) => thrown === reason,
      );
    });

    test('a sleep that ends leaves no listener', async () => {
      const { signal } = new AbortController();
      await sleep(open(), 1, signal);
      assert.equal(getEventListeners(signal, 'abort').length, 0);
    });
  });
}
