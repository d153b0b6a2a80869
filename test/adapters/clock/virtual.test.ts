import { describe, expect, test } from '@jest/globals';
import { virtualClock, type VirtualClock } from '../../../src/adapters/clock/virtual.js';
import { InvalidOptionError } from '../../../src/domain/errors.js';
import { clockContract } from '../../../src/ports/contracts/clock.js';

describe('virtual clock', () => {
  clockContract(
    { describe, test },
    {
      open: () => virtualClock({ startAt: 1_000 }),
      advance: (clock, ms) => (clock as VirtualClock).advance(ms),
    },
  );

  test('sleepers wake in the order of their times, each done before the next, and time stands still between', async () => {
    const clock = virtualClock();
    const log: string[] = [];
    const sleeper = async (name: string, ms: number): Promise<void> => {
      await clock.sleep(ms);
      log.push(`${name}@${clock.now()}`);
      await clock.sleep(5);
      log.push(`${name}+5@${clock.now()}`);
    };
    const all = [sleeper('late', 20), sleeper('early', 10), sleeper('same', 10)];
    await clock.advance(14);
    expect(log).toEqual(['early@10', 'same@10']);
    expect(clock.now()).toBe(14);
    await clock.runAll();
    await Promise.all(all);
    expect(log).toEqual(['early@10', 'same@10', 'early+5@15', 'same+5@15', 'late@20', 'late+5@25']);
    expect(clock.now()).toBe(25);
  });

  test('what a sleeper sets off runs on, however many promises that takes, before the next wakes', async () => {
    const clock = virtualClock();
    const log: string[] = [];
    const first = clock.sleep(10).then(async () => {
      for (let i = 0; i < 100; i++) await Promise.resolve();
      log.push('first is done');
    });
    const second = clock.sleep(10).then(() => log.push('second'));
    await clock.runAll();
    await Promise.all([first, second]);
    expect(log).toEqual(['first is done', 'second']);
  });

  test('a sleeper that never wakes does not hold up the others, and runAll leaves it asleep', async () => {
    const clock = virtualClock();
    const abort = new AbortController();
    const forever = clock.sleep(Infinity, abort.signal);
    let woke = false;
    const other = clock.sleep(5).then(() => (woke = true));
    await clock.runAll();
    await other;
    expect([woke, clock.now()]).toEqual([true, 5]);
    abort.abort(new Error('enough'));
    await expect(forever).rejects.toThrow('enough');
  });

  test.each([NaN, -1, Infinity])('it is not moved by %d', async (ms) => {
    const clock = virtualClock({ startAt: 7 });
    await expect(clock.advance(ms)).rejects.toThrow(InvalidOptionError);
    expect(clock.now()).toBe(7);
  });

  test('its options are checked by name', () => {
    expect(() => virtualClock({ startsAt: 1 } as never)).toThrow('no option "startsAt"');
  });
});
