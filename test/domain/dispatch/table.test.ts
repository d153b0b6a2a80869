import { describe, expect, test } from '@jest/globals';
import type { CallEventType } from '../../../src/domain/dispatch/event.js';
import type { CallState, Stage } from '../../../src/domain/dispatch/state.js';
import {
  accepts,
  effectOf,
  isTerminal,
  isWaiting,
  step,
  table,
  tryStep,
} from '../../../src/domain/dispatch/step.js';
import { UnexpectedEventError } from '../../../src/domain/errors.js';
import { verifies } from '../../requirements.js';
import { after, event, stages } from './calls.js';

type Of = Parameters<typeof after>[1];

/** A row: in this stage, this event, leads there; `says` is what the model then reads. */
interface Row {
  readonly from: keyof typeof stages;
  readonly on: Of;
  readonly to: Stage;
  readonly index?: number;
  readonly says?: string;
}

const permission = (result: string, more: object = {}): Of =>
  ({ type: 'permission.decided', result, ...more }) as Of;
const before = (outcome: string, more: object = {}): Of =>
  ({ type: 'before.decided', link: 'gate', outcome, ...more }) as Of;
const decided = (type: string, approved: boolean, note?: string): Of =>
  ({ type, approved, by: 'ann', ...(note === undefined ? {} : { note }) }) as Of;

const GATES: readonly Row[] = (['permission', 'capability'] as const).flatMap((from): Row[] => [
  { from, on: permission('allow'), to: 'capability', index: from === 'permission' ? 0 : 1 },
  {
    from,
    on: permission('gate_open', { gateId: 'g' }),
    to: 'capability',
    index: from === 'permission' ? 0 : 1,
  },
  {
    from,
    on: permission('deny'),
    to: 'refused',
    says: '[permission denied: this tool may not be used here]',
  },
  {
    from,
    on: permission('deny', { rationale: 'after hours' }),
    to: 'refused',
    says: '[permission denied: after hours]',
  },
  { from, on: permission('deny', { rationale: 'x', tellLLM: 'Ask ann.' }), to: 'refused', says: 'Ask ann.' },
  {
    from,
    on: permission('halt', { reason: 'fraud' }),
    to: 'halted',
    says: '[permission denied: this run was ended by policy]',
  },
  { from, on: permission('halt', { reason: 'fraud', tellLLM: 'Stop.' }), to: 'halted', says: 'Stop.' },
  {
    from,
    on: permission('threw'),
    to: 'refused',
    says: '[permission denied: the permission check failed; this cannot be retried]',
  },
]);

const ROWS: readonly Row[] = [
  ...GATES,
  { from: 'before', on: before('allow'), to: 'before', index: 1 },
  {
    from: 'before',
    on: before('deny', { reason: 'too much' }),
    to: 'refused',
    says: '[denied by gate: too much]',
  },
  {
    from: 'before',
    on: before('threw'),
    to: 'refused',
    says: '[denied by gate: it failed to decide; this cannot be retried]',
  },
  { from: 'before', on: before('ask', { reason: 'sure?', digest: 'd' }), to: 'asking', index: 0 },
  { from: 'asking', on: decided('ask.answered', true), to: 'before', index: 1 },
  {
    from: 'asking',
    on: decided('ask.answered', false),
    to: 'refused',
    says: '[declined by a person. Do not repeat this call unchanged.]',
  },
  {
    from: 'asking',
    on: decided('ask.answered', false, 'not today'),
    to: 'refused',
    says: '[declined by a person: not today. Do not repeat this call unchanged.]',
  },
  { from: 'validate', on: { type: 'args.validated' }, to: 'check-in' },
  { from: 'validate', on: { type: 'args.validated', problem: '[bad /n]' }, to: 'failed', says: '[bad /n]' },
  { from: 'check-in', on: { type: 'checkin.evaluated' }, to: 'execute' },
  {
    from: 'check-in',
    on: { type: 'checkin.evaluated', demand: { reason: 'big', digest: 'd' } },
    to: 'confirming',
  },
  {
    from: 'check-in',
    on: { type: 'checkin.evaluated', problem: '[cannot say]' },
    to: 'refused',
    says: '[cannot say]',
  },
  { from: 'confirming', on: decided('checkin.answered', true), to: 'execute' },
  {
    from: 'confirming',
    on: decided('checkin.answered', false),
    to: 'refused',
    says: '[declined by a person. Do not repeat this call unchanged.]',
  },
  { from: 'execute', on: { type: 'tool.returned', value: 'done' }, to: 'after', index: 1 },
  {
    from: 'execute',
    on: { type: 'tool.failed', text: '[pay failed: broken]' },
    to: 'failed',
    says: '[pay failed: broken]',
  },
  { from: 'execute', on: { type: 'tool.paused', data: 1, digest: 'd' }, to: 'answering' },
  { from: 'execute', on: { type: 'consent.required', service: 's', digest: 'd' }, to: 'consenting' },
  { from: 'execute', on: { type: 'outcome.lost', digest: 'd' }, to: 'doubtful' },
  { from: 'consenting', on: { type: 'consent.resumed' }, to: 'execute' },
  { from: 'answering', on: { type: 'answer.given', value: 'blue' }, to: 'after', index: 1 },
  { from: 'doubtful', on: { type: 'doubt.settled', choice: 'retry', by: 'ann' }, to: 'execute' },
  {
    from: 'doubtful',
    on: { type: 'doubt.settled', choice: 'skip', by: 'ann' },
    to: 'failed',
    says: '[outcome unknown: this call was started and may have taken effect; it was not repeated]',
  },
  { from: 'after', on: { type: 'after.decided', link: 'gate', outcome: 'allow' }, to: 'after', index: 0 },
  {
    from: 'after',
    on: { type: 'after.decided', link: 'gate', outcome: 'deny', reason: 'secret' },
    to: 'refused',
    says: '[denied by gate: secret]',
  },
  {
    from: 'after',
    on: { type: 'after.decided', link: 'gate', outcome: 'threw' },
    to: 'refused',
    says: '[denied by gate: it failed to decide; this cannot be retried]',
  },
];

const STAGES = Object.keys(stages) as readonly (keyof typeof stages)[];
const TYPES = [...new Set(ROWS.map(({ on }) => on?.type)), 'call.dropped'] as readonly CallEventType[];

describe('the dispatch table', () => {
  test.each(ROWS)('$from on $on → $to', ({ from, on, to, index, says }) => {
    verifies('PG-2', 'PG-3', 'PG-4', 'MW-1', 'MW-2');
    const call = stages[from]();
    const next = after(call, on);
    expect(next.stage).toBe(to);
    if (index !== undefined) expect(next.index).toBe(index);
    if (says !== undefined) expect(next.result).toMatchObject({ content: says, isError: true });
    expect(isTerminal(next)).toBe(next.result !== null);
  });

  test('every stage is reached, and no event is taken where the table has no row for it', () => {
    verifies('MW-5');
    for (const stage of STAGES) {
      const call = stages[stage]();
      expect(call.stage).toBe(stage);
      for (const type of TYPES) checkPair(call, type);
    }
  });

  test('a stage either has something for the shell to do, waits for a person, or has ended', () => {
    verifies('MW-5');
    const effects = Object.fromEntries(STAGES.map((stage) => [stage, effectOf(stages[stage]()) ?? null]));
    expect(effects).toEqual({
      permission: 'check_permission',
      capability: 'check_capability',
      before: 'run_before',
      asking: 'suspend',
      validate: 'validate',
      'check-in': 'check_in',
      confirming: 'suspend',
      execute: 'execute',
      consenting: 'suspend',
      answering: 'suspend',
      doubtful: 'suspend',
      after: 'run_after',
      settled: null,
      refused: null,
      failed: null,
      halted: null,
    });
    for (const stage of STAGES) expect(isWaiting(stages[stage]())).toBe(effects[stage] === 'suspend');
  });

  test('a halt keeps the operator’s reason beside what the model reads, and not in it', () => {
    verifies('PG-3');
    const halted = after(stages.permission(), permission('halt', { reason: 'fraud ring 7' }));
    expect(halted.result?.haltReason).toBe('fraud ring 7');
    expect(JSON.stringify(halted.result?.content)).not.toContain('fraud');
  });

  test('a call that is dropped says whether it may have taken effect', () => {
    verifies('SR-4');
    const drop = { type: 'call.dropped', reason: 'the run was cancelled' } as const;
    expect(after(stages.asking(), drop).result?.content).toBe('[not run: the run was cancelled]');
    for (const stage of ['execute', 'doubtful', 'answering', 'after'] as const) {
      expect(after(stages[stage](), drop).result?.content).toBe(
        '[abandoned: the run was cancelled. It was started and may have taken effect.]',
      );
    }
  });
});

function checkPair(call: CallState, type: CallEventType): void {
  const inTable = table[call.stage].on[type] !== undefined || (type === 'call.dropped' && !isTerminal(call));
  expect(accepts(call, type)).toBe(inTable);
  if (inTable) return;
  const text = JSON.stringify(call);
  const unexpected = event({ type } as never);
  expect(() => step(call, unexpected)).toThrow(UnexpectedEventError);
  expect(tryStep(call, unexpected)).toBeUndefined();
  expect(JSON.stringify(call)).toBe(text);
}
