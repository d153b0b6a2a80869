import { expect, test } from '@jest/globals';
import { RespawnLimit } from '../../../src/adapters/mcp-client/stdio/respawn-limit.js';
import { verifies } from '../../requirements.js';

/** A limit with a clock that stands at the end of the wait before the latest try, unless it is moved. */
function limited(): {
  readonly limit: RespawnLimit;
  tries(count: number): unknown[];
  pass(ms: number): void;
} {
  let now = 1_000_000;
  const limit = new RespawnLimit(() => now);
  const tries = (count: number): unknown[] =>
    Array.from({ length: count }, () => {
      const wait = limit.next();
      now += wait ?? 0;
      return wait;
    });
  return { limit, tries, pass: (ms) => void (now += ms) };
}

test('the first start is at once, the four after it with waits that double, and then there is none', () => {
  verifies('C13');
  expect(limited().tries(7)).toEqual([0, 250, 500, 1_000, 2_000, undefined, undefined]);
});

test('time that has passed by itself is not waited for once more', () => {
  verifies('C13');
  const { tries, pass } = limited();
  tries(2);
  pass(400);
  expect(tries(1)).toEqual([100]);
  pass(5_000);
  expect(tries(1)).toEqual([0]);
});

test('once the tries are spent there is one for every thirty seconds', () => {
  verifies('C13');
  const { tries, pass } = limited();
  tries(5);
  pass(29_999);
  expect(tries(1)).toEqual([undefined]);
  pass(1);
  expect(tries(2)).toEqual([0, undefined]);
  pass(30_000);
  expect(tries(2)).toEqual([0, undefined]);
});

test('a process that did well begins the row anew', () => {
  verifies('C13');
  const { limit, tries } = limited();
  tries(5);
  limit.reset();
  expect(tries(3)).toEqual([0, 250, 500]);
});
