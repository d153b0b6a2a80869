import type { CallEvent } from '../dispatch/event.js';
import { effectOf, isTerminal, isWaiting, tryStep as tryStepCall } from '../dispatch/step.js';
import type { CallState } from '../dispatch/state.js';
import { UnexpectedEventError } from '../errors.js';
import type { RunEffect } from './effect.js';
import type { RunAdopted, RunEvent, RunStarted } from './event.js';
import { changeRun, type RunState } from './state.js';
import {
  cancelRun,
  failTurn,
  landCalls,
  retryTurn,
  sweepAfterHalt,
  takeInput,
  takeMessageDecision,
  takeReply,
} from './turn.js';

/** What one event leads to: the new state, and what the shell now has to do that it was not doing before. */
export interface Step {
  readonly state: RunState;
  readonly effects: readonly RunEffect[];
}

const NOTHING: readonly RunEffect[] = [];
const PHASE_EFFECTS = {
  input: [{ type: 'run_input' }],
  thinking: [{ type: 'ask_model' }],
  output: [{ type: 'run_output' }],
} as const satisfies { [phase: string]: readonly RunEffect[] };

/** The run's first state and effects. */
export function start(event: RunStarted | RunAdopted): Step {
  if (event.type === 'run.adopted') return withEffects(event.state);
  const state: RunState = {
    version: 1,
    runId: event.runId,
    fingerprint: event.fingerprint,
    sessionId: event.sessionId ?? null,
    identity: event.identity ?? null,
    maxIterations: event.maxIterations,
    inputLinks: event.inputLinks,
    outputLinks: event.outputLinks,
    phase: 'input',
    index: 0,
    iteration: 1,
    messages: [],
    text: event.message,
    calls: [],
    failure: null,
  };
  return withEffects(event.inputLinks > 0 ? state : takeInput(state));
}

/**
 * The run after the event, and what the shell has to do because of it.
 *
 * @throws UnexpectedEventError when the phase does not take the event; the state given is unchanged
 */
export function step(state: RunState, event: RunEvent): Step {
  const next = tryStep(state, event);
  if (next === undefined) throw new UnexpectedEventError(event.type, describe(state, event));
  return next;
}

/** As `step`, but undefined for an event that cannot happen now: a late answer, to an effect that is no longer wanted. */
export function tryStep(state: RunState, event: RunEvent): Step | undefined {
  switch (event.type) {
    case 'run.started':
    case 'run.adopted':
      return undefined;
    case 'message.decided':
      return takesMessages(state) ? withEffects(takeMessageDecision(state, event)) : undefined;
    case 'model.replied':
      return state.phase === 'thinking' ? withEffects(takeReply(state, event)) : undefined;
    case 'turn.failed':
      return state.phase === 'thinking' ? withEffects(failTurn(state, event.failure)) : undefined;
    case 'run.retried':
      return canRetry(state) ? withEffects(retryTurn(state)) : undefined;
    case 'run.cancelled':
      return hasEnded(state) ? undefined : withEffects(cancelRun(state, event.reason));
    default:
      return state.phase === 'acting' ? stepOneCall(state, event) : undefined;
  }
}

/** Whether the event can happen now. */
export function accepts(state: RunState, event: RunEvent): boolean {
  return tryStep(state, event) !== undefined;
}

/** Everything the shell has to do for this state: what a process that takes the run up starts with. */
export function effectsOf(state: RunState): readonly RunEffect[] {
  if (state.phase === 'acting') return effectsOfCalls(state.calls);
  return PHASE_EFFECTS[state.phase as keyof typeof PHASE_EFFECTS] ?? NOTHING;
}

export function hasEnded({ phase }: Pick<RunState, 'phase'>): boolean {
  return phase !== 'input' && phase !== 'thinking' && phase !== 'acting' && phase !== 'output';
}

/** Whether only people can move the run: some calls wait, and no other is under way. */
export function isSuspended(state: RunState): boolean {
  return state.phase === 'acting' && state.calls.every((call) => isTerminal(call) || isWaiting(call));
}

/** Whether the turn that failed can be taken again. */
export function canRetry(state: RunState): boolean {
  return state.phase === 'failed' && state.failure?.retryable === true;
}

export function findCall(state: RunState, callId: string): CallState | undefined {
  for (const call of state.calls) if (call.id === callId) return call;
  return undefined;
}

function stepOneCall(state: RunState, event: CallEvent): Step | undefined {
  const index = state.calls.findIndex(({ id }) => id === event.callId);
  const before = state.calls[index];
  const after = before === undefined ? undefined : tryStepCall(before, event);
  if (after === undefined) return undefined;
  const calls = sweepAfterHalt(withCall(state.calls, index, after));
  const moved = changeRun(state, { calls });
  const call = calls[index] as CallState;
  if (!isTerminal(call)) return { state: moved, effects: effectsOfCall(call) };
  const next = landCalls(moved);
  return next.phase === 'acting' ? { state: next, effects: NOTHING } : withEffects(next);
}

/** The calls with one of them replaced. Most replies have one call, and `with` has no fast path. */
function withCall(calls: readonly CallState[], index: number, call: CallState): readonly CallState[] {
  return calls.length === 1 ? [call] : calls.with(index, call);
}

function effectsOfCalls(calls: readonly CallState[]): readonly RunEffect[] {
  const effects: RunEffect[] = [];
  for (const call of calls) effects.push(...effectsOfCall(call));
  return effects;
}

function takesMessages({ phase }: RunState): boolean {
  return phase === 'input' || phase === 'output';
}

function effectsOfCall(call: CallState): readonly RunEffect[] {
  const effect = effectOf(call);
  return effect === undefined ? NOTHING : [{ type: 'call', callId: call.id, effect }];
}

function withEffects(state: RunState): Step {
  return { state, effects: effectsOf(state) };
}

function describe(state: RunState, event: RunEvent): string {
  const call = 'callId' in event ? findCall(state, event.callId) : undefined;
  if (call !== undefined) return `call ${call.id} is in stage "${call.stage}"`;
  return 'callId' in event
    ? `the run has no open call ${event.callId}`
    : `the run is in phase "${state.phase}"`;
}
