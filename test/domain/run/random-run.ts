import type { CallEvent, CallEventType } from '../../../src/domain/dispatch/event.js';
import type { CallPlan, CallState, OpenedCall } from '../../../src/domain/dispatch/state.js';
import { table } from '../../../src/domain/dispatch/step.js';
import type { RunEvent } from '../../../src/domain/run/event.js';
import type { RunState } from '../../../src/domain/run/state.js';

/** Draws a whole number from 0 to below `n`. */
export type Draw = (n: number) => number;

/** A draw from a 32-bit seed; the same seed gives the same run. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

const CALL_TYPES: readonly CallEventType[] = [
  ...new Set(Object.values(table).flatMap((row) => Object.keys(row.on) as CallEventType[])),
  'call.dropped',
];

/** An event that may happen next, or one that may not: a late answer, another phase's, another call's. */
export function randomEvent(state: RunState, draw: Draw, turn: number): RunEvent {
  const nonsense = draw(8) === 0;
  if (!nonsense) {
    switch (state.phase) {
      case 'input':
      case 'output':
        return messageDecided(draw);
      case 'thinking':
        return draw(12) === 0 ? turnFailed(draw) : reply(draw, turn);
      case 'failed':
        return { type: 'run.retried' };
      case 'acting': {
        const open = state.calls.filter((call) => table[call.stage].effect !== undefined);
        const call = open[draw(open.length)] as CallState;
        const types = Object.keys(table[call.stage].on) as CallEventType[];
        return callEvent(types[draw(types.length)] as CallEventType, call.id, draw);
      }
      default:
        break;
    }
  }
  const others: readonly RunEvent[] = [
    messageDecided(draw),
    reply(draw, turn),
    turnFailed(draw),
    { type: 'run.retried' },
    ...(draw(6) === 0 ? [{ type: 'run.cancelled', reason: 'enough' } as const] : []),
    callEvent(CALL_TYPES[draw(CALL_TYPES.length)] as CallEventType, `c${turn}-${draw(5)}`, draw),
    callEvent(
      CALL_TYPES[draw(CALL_TYPES.length)] as CallEventType,
      `c${Math.max(0, turn - 1)}-${draw(5)}`,
      draw,
    ),
  ];
  return others[draw(others.length)] as RunEvent;
}

function messageDecided(draw: Draw): RunEvent {
  const of = { type: 'message.decided', link: 'm' } as const;
  const outcomes: readonly RunEvent[] = [
    { ...of, outcome: 'allow' },
    { ...of, outcome: 'allow', value: 'changed', why: 'w' },
    { ...of, outcome: 'allow' },
    ...(draw(4) === 0
      ? [{ ...of, outcome: 'deny', reason: 'no' } as const, { ...of, outcome: 'threw' } as const]
      : []),
  ];
  return outcomes[draw(outcomes.length)] as RunEvent;
}

function turnFailed(draw: Draw): RunEvent {
  return { type: 'turn.failed', failure: { code: 'ERR_MODEL_FAILED', retryable: draw(4) > 0, message: 'm' } };
}

function reply(draw: Draw, turn: number): RunEvent {
  const calls = Array.from({ length: draw(5) }, (_, i): OpenedCall => {
    return { id: `c${turn}-${i}`, tool: `t${draw(3)}`, args: { n: draw(9) }, plan: plan(draw) };
  });
  return { type: 'model.replied', content: `turn ${turn}`, calls };
}

function plan(draw: Draw): CallPlan {
  const replay = (['never', 'safe', 'keyed'] as const)[draw(3)] ?? 'never';
  return {
    permission: draw(3) > 0,
    capabilities: ['net', 'disk'].slice(0, draw(3)),
    before: draw(4),
    after: draw(4),
    validate: draw(4) > 0,
    checkIn: draw(3) === 0,
    replay,
    definition: 'd1',
    ...(draw(3) === 0 ? { maxChars: 1 + draw(120) } : {}),
  };
}

function callEvent(type: CallEventType, callId: string, draw: Draw): CallEvent {
  const pick = <T>(...values: readonly T[]): T => values[draw(values.length)] as T;
  const by = { approved: pick(true, true, false), by: 'ann' };
  const link = { link: 'l', callId };
  switch (type) {
    case 'permission.decided':
      return {
        type,
        callId,
        result: pick('allow', 'allow', 'allow', 'allow', 'allow', 'gate_open', 'deny', 'halt', 'threw'),
      };
    case 'before.decided':
      return {
        type,
        ...link,
        ...pick<object>(
          { outcome: 'allow' },
          { outcome: 'allow', value: { n: draw(99) }, why: 'w' },
          { outcome: 'ask', reason: '?', digest: 'd' },
          { outcome: 'allow' },
          { outcome: 'deny', reason: 'r' },
          { outcome: 'threw' },
        ),
      } as CallEvent;
    case 'after.decided':
      return {
        type,
        ...link,
        ...pick<object>(
          { outcome: 'allow' },
          { outcome: 'allow', value: 'v'.repeat(draw(300)), why: 'w' },
          { outcome: 'deny', reason: 'r' },
        ),
      } as CallEvent;
    case 'ask.answered':
    case 'checkin.answered':
      return { type, callId, ...by };
    case 'args.validated':
      return { type, callId, ...(draw(6) === 0 ? { problem: 'bad' } : {}) };
    case 'checkin.evaluated':
      return {
        type,
        callId,
        ...pick<object>({}, { demand: { reason: 'r', digest: 'd' } }, { problem: 'p' }),
      };
    case 'tool.returned':
      return { type, callId, value: pick<string | null>('ok', null, 'x'.repeat(draw(400))) };
    case 'tool.failed':
      return { type, callId, text: 'broken' };
    case 'tool.paused':
      return { type, callId, data: { q: 1 }, digest: 'd' };
    case 'consent.required':
      return { type, callId, service: 's', digest: 'd' };
    case 'consent.resumed':
      return { type, callId };
    case 'answer.given':
      return { type, callId, value: 'blue' };
    case 'outcome.lost':
      return { type, callId, digest: 'd' };
    case 'doubt.settled':
      return { type, callId, choice: pick('retry', 'skip'), by: 'ann' };
    case 'call.dropped':
      return { type, callId, reason: 'dropped' };
  }
}
