import assert from 'node:assert/strict';
import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import type { CallEvent } from '../../../src/domain/dispatch/event.js';
import type { CallState } from '../../../src/domain/dispatch/state.js';
import { isTerminal } from '../../../src/domain/dispatch/step.js';
import { canonicalJson, type Json } from '../../../src/domain/json.js';
import type { RunEvent } from '../../../src/domain/run/event.js';
import { fold } from '../../../src/domain/run/fold.js';
import { accepts, effectsOf, hasEnded, isSuspended, start, step } from '../../../src/domain/run/step.js';
import type { RunState } from '../../../src/domain/run/state.js';
import { verifies } from '../../requirements.js';
import { drawFrom, randomEvent } from './random-run.js';
import { started } from './runs.js';

const SEQUENCES = 20_000;
const MAX_EVENTS = 80;

/** What has been seen of one call: the gates it passed, and the arguments that a person approved. */
interface Seen {
  allows: number;
  befores: number;
  validated: boolean;
  checkedIn: boolean;
  approvedArgs: string | undefined;
}

describe('random event sequences', () => {
  test(`${SEQUENCES} of them hold the invariants of one run`, () => {
    verifies('MW-5', 'SR-4', 'V18', 'V19', 'AG-5');
    fc.assert(
      fc.property(fc.integer(), (seed) => play(seed)),
      { numRuns: SEQUENCES },
    );
  });
});

function play(seed: number): void {
  const draw = drawFrom(seed);
  const first = started({ maxIterations: 1 + draw(4), inputLinks: draw(2), outputLinks: draw(2) });
  const journal: RunEvent[] = [first];
  const seen = new Map<string, Seen>();
  const begun = start(first);
  let state = begun.state;
  let outstanding = keys(begun.effects);
  for (let turn = 1, i = 0; i < MAX_EVENTS && !hasEndedForGood(state); i++) {
    const event = randomEvent(state, draw, turn);
    if (!accepts(state, event)) {
      const text = canonical(state);
      assert.throws(() => step(state, event));
      if (canonical(state) !== text) throw new Error('a refused event changed the state');
      continue;
    }
    if (event.type === 'model.replied') turn++;
    const next = step(state, event);
    if ('callId' in event) watch(event, state, next.state, seen);
    if (event.type === 'permission.decided' && event.result === 'halt') checkStarted(state, next.state);
    if (draw(8) === 0) checkRoundTrip(state, event, next.state);
    outstanding = follow(outstanding, event, state, next);
    assert.deepEqual([...outstanding].sort(), [...keys(effectsOf(next.state))].sort());
    state = next.state;
    journal.push(event);
  }
  checkMessages(state);
  assert.equal(canonical(fold(journal) as RunState), canonical(state));
  if (!hasEnded(state)) assert.equal(isSuspended(state) || effectsOf(state).length > 0, true);
}

/** A halt takes nothing back: whatever has been executed, or is being, still lands. */
function checkStarted(before: RunState, after: RunState): void {
  for (const { id, stage } of before.calls) {
    if (stage === 'execute' || stage === 'after') assert.equal(find(after, id)?.stage ?? stage, stage);
  }
}

/** Every gate of a call's plan has allowed it, in order, before its tool runs; and never again for one intent. */
function watch(event: CallEvent, before: RunState, after: RunState, seen: Map<string, Seen>): void {
  const old = find(before, event.callId);
  const call = find(after, event.callId);
  if (old === undefined || call === undefined)
    throw new Error('an event about a call that is not there was taken');
  const of = seen.get(call.id) ?? {
    allows: 0,
    befores: 0,
    validated: false,
    checkedIn: false,
    approvedArgs: undefined,
  };
  seen.set(call.id, of);
  if (event.type === 'permission.decided' && (event.result === 'allow' || event.result === 'gate_open'))
    of.allows++;
  if (event.type === 'before.decided' && event.outcome === 'allow') of.befores++;
  if (event.type === 'before.decided' && event.value !== undefined) of.approvedArgs = undefined;
  if (event.type === 'ask.answered' && event.approved)
    [of.befores, of.approvedArgs] = [of.befores + 1, canonical(old.args)];
  if (event.type === 'args.validated' && event.problem === undefined) of.validated = true;
  if (event.type === 'checkin.evaluated' && event.demand === undefined && event.problem === undefined)
    of.checkedIn = true;
  if (event.type === 'checkin.answered' && event.approved)
    [of.checkedIn, of.approvedArgs] = [true, canonical(old.args)];

  if (call.attempts > old.attempts) {
    assert.equal(call.attempts, old.attempts + 1);
    assert.equal(call.stage, 'execute');
    const again = ['consent.resumed', 'doubt.settled', 'outcome.lost'].includes(event.type);
    assert.equal(old.attempts > 0, again);
    if (event.type === 'outcome.lost') assert.notEqual(call.plan.replay, 'never');
    const { permission, capabilities, before: links, validate, checkIn } = call.plan;
    assert.equal(of.allows, (permission ? 1 : 0) + capabilities.length);
    assert.equal(of.befores, links);
    assert.equal(of.validated, validate);
    assert.equal(of.checkedIn, checkIn);
    if (of.approvedArgs !== undefined) assert.equal(canonical(call.args), of.approvedArgs);
  }
  if (isTerminal(call)) assert.notEqual(call.result, null);
  if (call.stage === 'settled') assert.ok(call.attempts > 0);
}

/** The effects that a step names are exactly those that the shell was not performing before. */
function follow(
  outstanding: ReadonlySet<string>,
  event: RunEvent,
  before: RunState,
  { state, effects }: { readonly state: RunState; readonly effects: Parameters<typeof keys>[0] },
): Set<string> {
  const left = new Set(outstanding);
  if ('callId' in event) {
    for (const call of before.calls) {
      const now = find(state, call.id);
      if (call.id === event.callId || (now !== undefined && isTerminal(now))) remove(left, ` ${call.id} `);
    }
  } else left.clear();
  for (const key of keys(effects)) left.add(key);
  return left;
}

function remove(from: Set<string>, part: string): void {
  for (const key of from) if (key.includes(part)) from.delete(key);
}

function keys(effects: ReturnType<typeof effectsOf>): Set<string> {
  return new Set(effects.map((e) => (e.type === 'call' ? `call ${e.callId} ${e.effect}` : e.type)));
}

/** Each call that a model proposed has exactly one result, in the model's order, before anything else is said. */
function checkMessages(state: RunState): void {
  const { messages } = state;
  messages.forEach((message, i) => {
    if (message.role !== 'assistant') return;
    const answered = messages.slice(i + 1, i + 1 + message.toolCalls.length);
    assert.deepEqual(
      answered.map((m) => (m.role === 'tool' ? m.toolCallId : m.role)),
      message.toolCalls.map(({ id }) => id),
    );
  });
  const proposed = messages.reduce((n, m) => n + (m.role === 'assistant' ? m.toolCalls.length : 0), 0);
  assert.equal(messages.filter(({ role }) => role === 'tool').length, proposed);
}

function checkRoundTrip(state: RunState, event: RunEvent, next: RunState): void {
  const copy = JSON.parse(JSON.stringify(state)) as RunState;
  assert.deepStrictEqual(copy, state);
  assert.deepStrictEqual(step(copy, JSON.parse(JSON.stringify(event)) as RunEvent).state, next);
}

function hasEndedForGood(state: RunState): boolean {
  return hasEnded(state) && !(state.phase === 'failed' && state.failure?.retryable === true);
}

function find(state: RunState, id: string): CallState | undefined {
  return state.calls.find((call) => call.id === id);
}

function canonical(value: RunState | Json): string {
  return canonicalJson(value as Json);
}
