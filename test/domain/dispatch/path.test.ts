import { describe, expect, test } from '@jest/globals';
import type { CallState } from '../../../src/domain/dispatch/state.js';
import { verifies } from '../../requirements.js';
import {
  after,
  allowed,
  asked,
  demanded,
  opened,
  passed,
  resulted,
  returned,
  stages,
  undemanded,
  valid,
} from './calls.js';

describe('the path of one call', () => {
  test('permission, capabilities, the chain, validation, check-in, execution, the chain backwards', () => {
    verifies('MW-5', 'PG-5', 'MW-2');
    const events = [
      allowed,
      allowed,
      allowed,
      passed,
      passed,
      valid,
      undemanded,
      returned,
      resulted,
      resulted,
    ];
    const path: string[] = [];
    let call: CallState = opened();
    for (const event of events) {
      path.push(`${call.stage} ${call.index}`);
      call = after(call, event);
    }
    expect(path).toEqual([
      'permission 0',
      'capability 0',
      'capability 1',
      'before 0',
      'before 1',
      'validate 0',
      'check-in 0',
      'execute 0',
      'after 1',
      'after 0',
    ]);
    expect(call).toMatchObject({
      stage: 'settled',
      attempts: 1,
      result: { content: 'done', isError: false },
    });
  });

  test('a call whose plan has no gates goes straight to its tool', () => {
    verifies('MW-5');
    const none = {
      permission: false,
      capabilities: [],
      before: 0,
      after: 0,
      validate: false,
      checkIn: false,
    };
    expect(opened(none).stage).toBe('execute');
    expect(after(opened(none), returned)).toMatchObject({ stage: 'settled', result: { content: 'done' } });
  });

  test('a link changes the arguments for all that follows, and what the model proposed is kept beside', () => {
    verifies('MW-3', 'MW-1');
    const changed = after(
      stages.before(),
      { ...passed, value: { n: 2 }, why: 'capped' },
      passed,
      valid,
      undemanded,
    );
    expect(changed).toMatchObject({ stage: 'execute', args: { n: 2 }, proposed: { n: 1 } });
    const cleared = after(stages.before(), { ...passed, value: null, why: 'none needed' });
    expect(cleared.args).toBeNull();
  });

  test('an ask holds the arguments as the links before it left them, and approval goes on with exactly those', () => {
    verifies('MW-3');
    const asking = after(stages.before(), { ...passed, value: { n: 5 }, why: 'rounded' }, asked);
    expect(asking).toMatchObject({
      stage: 'asking',
      args: { n: 5 },
      waiting: { question: 'sure?', link: 'l', digest: 'd' },
    });
    const approved = after(asking, { type: 'ask.answered', approved: true, by: 'ann' });
    expect(approved).toMatchObject({ stage: 'validate', args: { n: 5 }, waiting: null });
  });

  test('a check-in shows its evidence, and what was demanded stands until it is answered', () => {
    verifies('V08');
    const { waiting, stage } = after(stages['check-in'](), {
      ...demanded,
      demand: { ...demanded.demand, evidence: { total: 3 } },
    });
    expect({ stage, waiting }).toEqual({
      stage: 'confirming',
      waiting: { question: 'big', detail: { total: 3 }, digest: 'd' },
    });
  });

  test('the last link to see the result decides what is read, also when that is null', () => {
    verifies('MW-2');
    const seen = after(
      stages.after(),
      { ...resulted, value: 'shorter', why: 'summed up' },
      { ...resulted, value: null, why: 'x' },
    );
    expect(seen.result?.content).toBeNull();
  });

  test.each(['safe', 'keyed'] as const)(
    'an execution of a %s tool whose outcome was lost runs again by itself',
    (replay) => {
      verifies('SR-4');
      const executing = after(
        opened({ replay }),
        allowed,
        allowed,
        allowed,
        passed,
        passed,
        valid,
        undemanded,
      );
      const again = after(executing, { type: 'outcome.lost', digest: 'd' });
      expect(again).toMatchObject({ stage: 'execute', attempts: 2 });
    },
  );

  test.each<[string, () => CallState]>([
    [
      'a settled result',
      () => after(opened({ ...CAPPED, after: 0 }), ...TO_EXECUTE, { type: 'tool.returned', value: LONG }),
    ],
    [
      'a typed answer',
      () =>
        after(
          opened(CAPPED),
          ...TO_EXECUTE,
          PAUSED,
          { type: 'answer.given', value: LONG },
          resulted,
          resulted,
        ),
    ],
    [
      'what a link made of the result',
      () => after(opened(CAPPED), ...TO_EXECUTE, returned, { ...resulted, value: LONG, why: 'w' }, resulted),
    ],
    ['a tool’s failure', () => after(opened(CAPPED), ...TO_EXECUTE, { type: 'tool.failed', text: LONG })],
    ['a denial', () => after(opened(CAPPED), { type: 'permission.decided', result: 'deny', tellLLM: LONG })],
    ['a halt', () => after(opened(CAPPED), { type: 'permission.decided', result: 'halt', tellLLM: LONG })],
    [
      'a link’s refusal',
      () => after(opened(CAPPED), allowed, allowed, allowed, { ...passed, outcome: 'deny', reason: LONG }),
    ],
  ])('the ceiling holds on %s', (_, make) => {
    verifies('RC-4');
    const { result } = make();
    expect(result?.content).toMatchObject({ truncated: true });
    expect(JSON.stringify(result?.content).length).toBeLessThanOrEqual(200);
    expect(result?.charsBefore).toBeGreaterThan(1_000);
  });
});

const LONG = 'x'.repeat(1_001);
const CAPPED = { maxChars: 200 };
const TO_EXECUTE = [allowed, allowed, allowed, passed, passed, valid, undemanded] as const;
const PAUSED = { type: 'tool.paused', data: 1, digest: 'd' } as const;
