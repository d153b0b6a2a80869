import { describe, expect, test } from '@jest/globals';
import { realClock } from '../../../src/adapters/clock/real.js';
import { virtualClock, type VirtualClock } from '../../../src/adapters/clock/virtual.js';
import { clockContract } from '../../../src/ports/contracts/clock.js';
import { verifies } from '../../requirements.js';

describe('real clock', () => {
  clockContract({ describe, test }, { open: () => realClock() });

  test('it tells the time of day', () => {
    verifies('HX-4');
    expect(Math.abs(realClock().now() - Date.now())).toBeLessThan(5_000);
  });
});

describe('virtual clock', () => {
  clockContract(
    { describe, test },
    {
      open: () => virtualClock({ startAt: 1_000 }),
      advance: (clock, ms) => (clock as VirtualClock).advance(ms),
    },
  );

  test('sleepers wake in the order of their times, each done before the next, and time stands still between', async () => {
    verifies('HX-4');
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
    await clock.runAll();
    await Promise.all(all);
    expect(log).toEqual(['early@10', 'same@10', 'early+5@15', 'same+5@15', 'late@20', 'late+5@25']);
    expect(clock.now()).toBe(25);
  });
});
