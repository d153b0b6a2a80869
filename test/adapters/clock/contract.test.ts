import { describe, expect, test } from '@jest/globals';
import { realClock } from '../../../src/adapters/clock/real.js';
import type { Clock } from '../../../src/ports/clock.js';
import { clockContract } from '../../../src/ports/contracts/clock.js';
import { verifies } from '../../requirements.js';
import { brokenLaws } from '../laws.js';

const broken = (clock: Clock): Promise<readonly string[]> =>
  brokenLaws((harness) => clockContract(harness, { open: () => clock }));

const right = realClock();
let turns = 0;

const FAULTS: readonly (readonly [fault: string, clock: Clock, law: string])[] = [
  ['runs backwards', { ...right, now: () => -turns++ }, 'backwards'],
  ['wakes early', { ...right, sleep: (ms, signal) => right.sleep(ms / 4, signal) }, 'no earlier'],
  [
    'cannot sleep long',
    { ...right, sleep: (ms, signal) => right.sleep(ms >= 2 ** 31 ? 1 : ms, signal) },
    'longer than the platform',
  ],
  [
    'rejects with a reason of its own',
    {
      ...right,
      sleep: async (ms, signal) =>
        right.sleep(ms, signal).catch(() => {
          throw new Error('aborted');
        }),
    },
    'with its reason',
  ],
  [
    'leaves its listeners',
    {
      ...right,
      sleep: async (ms, signal) => {
        signal?.addEventListener('abort', () => undefined);
        await right.sleep(ms, signal);
      },
    },
    'leaves no listener',
  ],
];

describe('clock contract', () => {
  test('runs under any runner, and a right clock passes', async () => {
    verifies('HX-4');
    expect(await broken(right)).toEqual([]);
  });

  test.each(FAULTS)('catches a clock that %s', async (_fault, clock, law) => {
    verifies('HX-4');
    expect(await broken(clock)).toContainEqual(expect.stringContaining(law));
  });
});
