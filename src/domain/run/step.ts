import type { CallEvent } from '../dispatch/event.js';
import {
  accepts as callAccepts,
  effectOf,
  isTerminal,
  isWaiting,
  step as stepCall,
} from '../dispatch/step.js';
import type { CallState } from '../dispatch/state.js';
import { UnexpectedEventError } from '../errors.js';
import type { RunEffect } from './effect.js';
import type { RunAdopted, RunEvent, RunStarted } from './event.js';
import type { RunState } from './state.js';
import { cancelRun, landCalls, sweepAfterHalt, takeInput, takeMessageDecision, takeReply } from './turn.js';

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
  const { type: _, message, ...facts } = event;
  const state: RunState = {
    version: 1,
    ...facts,
    phase: 'input',
    index: 0,
    iteration: 1,
    messages: [],
    text: message,
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
  if (!accepts(state, event)) throw new UnexpectedEventError(event.type, describe(state, event));
  switch (event.type) {
    case 'run.started':
    case 'run.adopted':
      return start(event);
    case 'message.decided':
      return withEffects(takeMessageDecision(state, event));
    case 'model.replied':
      return withEffects(takeReply(state, event));
    case 'turn.failed':
      return withEffects({ ...state, phase: 'failed', failure: event.failure });
    case 'run.retried':
      return withEffects({ ...state, phase: 'thinking', failure: null });
    case 'run.cancelled':
      return withEffects(cancelRun(state, event.reason));
    default:
      return stepOneCall(state, event);
  }
}

/** Whether the event can happen now. A late answer, to an effect that is no longer wanted, cannot. */
export function accepts(state: RunState, event: RunEvent): boolean {
  switch (event.type) {
    case 'run.started':
    case 'run.adopted':
      return false;
    case 'message.decided':
      return state.phase === 'input' || state.phase === 'output';
    case 'model.replied':
    case 'turn.failed':
      return state.phase === 'thinking';
    case 'run.retried':
      return canRetry(state);
    case 'run.cancelled':
      return !hasEnded(state);
    default: {
      const call = state.phase === 'acting' ? findCall(state, event.callId) : undefined;
      return call !== undefined && callAccepts(call, event.type);
    }
  }
}

/** Everything the shell has to do for this state: what a process that takes the run up starts with. */
export function effectsOf(state: RunState): readonly RunEffect[] {
  if (state.phase === 'acting') return state.calls.flatMap(effectsOfCall);
  return PHASE_EFFECTS[state.phase as keyof typeof PHASE_EFFECTS] ?? NOTHING;
}

export function hasEnded(state: RunState): boolean {
  return (
    state.phase !== 'input' &&
    state.phase !== 'thinking' &&
    state.phase !== 'acting' &&
    state.phase !== 'output'
  );
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

function stepOneCall(state: RunState, event: CallEvent): Step {
  const before = findCall(state, event.callId) as CallState;
  const after = stepCall(before, event);
  const replaced = state.calls.map((call) => (call === before ? after : call));
  if (!isTerminal(after)) return { state: { ...state, calls: replaced }, effects: effectsOfCall(after) };
  const calls = after.stage === 'halted' ? sweepAfterHalt(replaced) : replaced;
  const next = landCalls({ ...state, calls });
  return next.phase === 'acting' ? { state: next, effects: NOTHING } : withEffects(next);
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
