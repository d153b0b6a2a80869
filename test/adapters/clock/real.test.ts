import { describe, expect, test } from '@jest/globals';
import { realClock } from '../../../src/adapters/clock/real.js';
import { clockContract } from '../../../src/ports/contracts/clock.js';

describe('real clock', () => {
  clockContract({ describe, test }, { open: () => realClock() });

  test('it tells the time of day', () => {
    expect(Math.abs(realClock().now() - Date.now())).toBeLessThan(5_000);
  });

  test('it does not wake early, also when it falls asleep at the end of a millisecond, which timers round down', async () => {
    const clock = realClock();
    for (let i = 0; i < 20; i++) {
      while (process.hrtime.bigint() % 1_000_000n < 900_000n);
      const began = clock.now();
      await clock.sleep(1);
      expect(clock.now() - began).toBeGreaterThanOrEqual(1);
    }
  });

  test('it is steady: setting the wall clock does not move it', () => {
    const clock = realClock();
    const wall = Date.now;
    const before = clock.now();
    Date.now = () => 0;
    try {
      expect(clock.now()).toBeGreaterThanOrEqual(before);
    } finally {
      Date.now = wall;
    }
  });
});
