import { isTerminal, open, step as stepCall } from '../dispatch/step.js';
import type { CallState } from '../dispatch/state.js';
import type { AssistantMessage, Message, ToolMessage } from '../message.js';
import type { MessageDecided, RunEvent } from './event.js';
import { changeRun, type Phase, type RunFailure, type RunState } from './state.js';

const DROPPED = {
  limit: 'the run has used all of its model turns',
  halted: 'this run was ended by policy',
} as const;

/** The user's message has passed its links: the first turn can be taken. */
export function takeInput(state: RunState): RunState {
  const messages = said(state, [{ role: 'user', content: state.text }]);
  return changeRun(state, { phase: 'thinking', index: 0, messages, text: '' });
}

/** The model's reply: calls to act on, or the text that goes out. */
export function takeReply(
  state: RunState,
  { content, calls }: Extract<RunEvent, { type: 'model.replied' }>,
): RunState {
  if (calls.length > 0) {
    const acting = changeRun(state, { phase: 'acting', text: content, calls: calls.map(open) });
    if (state.iteration < state.maxIterations) return acting;
    return end(dropCalls(acting, DROPPED.limit), 'failed', {
      code: 'ERR_ITERATION_LIMIT',
      retryable: false,
      message: `The run has used all of its ${state.maxIterations} model turns. Raise maxIterations or narrow the task.`,
    });
  }
  const out = changeRun(state, { phase: 'output', index: 0, text: content });
  return state.outputLinks > 0 ? out : sendOutput(out);
}

/** Once every call of the reply has ended, their results land in the model's order and the next turn begins. */
export function landCalls(state: RunState): RunState {
  let halted: CallState | undefined;
  for (const call of state.calls) {
    if (!isTerminal(call)) return state;
    if (isHalted(call)) halted ??= call;
  }
  if (halted !== undefined) {
    const reason = halted.result?.haltReason ?? 'no reason given';
    return end(state, 'halted', {
      code: 'ERR_POLICY_HALT',
      retryable: false,
      message: `Policy ended the run at ${halted.tool}: ${reason}.`,
    });
  }
  return changeRun(state, {
    phase: 'thinking',
    iteration: state.iteration + 1,
    messages: withReply(state),
    text: '',
  });
}

/** Once a call was halted, those that have not started or wait for a person end; those that are executing still land. */
export function sweepAfterHalt(calls: readonly CallState[]): readonly CallState[] {
  if (!calls.some(isHalted)) return calls;
  return calls.map((call) =>
    isTerminal(call) || call.stage === 'execute' || call.stage === 'after'
      ? call
      : drop(call, DROPPED.halted),
  );
}

function isHalted({ stage }: CallState): boolean {
  return stage === 'halted';
}

/** A message link's answer, on the way in or out. */
export function takeMessageDecision(state: RunState, event: MessageDecided): RunState {
  const incoming = state.phase === 'input';
  if (event.outcome !== 'allow') {
    const why = event.outcome === 'deny' ? (event.reason ?? 'no reason given') : 'it failed to decide';
    return end(state, 'failed', {
      code: 'ERR_MESSAGE_DENIED',
      retryable: false,
      message: `The ${state.phase} message was denied by ${event.link}: ${why}.`,
    });
  }
  const next = changeRun(state, { index: state.index + 1, text: event.value ?? state.text });
  if (next.index < (incoming ? state.inputLinks : state.outputLinks)) return next;
  return incoming ? takeInput(next) : sendOutput(next);
}

/** The turn could not be taken. */
export function failTurn(state: RunState, failure: RunFailure): RunState {
  return changeRun(state, { phase: 'failed', failure });
}

/** The turn that failed is taken again. */
export function retryTurn(state: RunState): RunState {
  return changeRun(state, { phase: 'thinking', failure: null });
}

/** Ends the run; every pending call gets a refusal as its result. */
export function cancelRun(state: RunState, reason: string): RunState {
  return end(dropCalls(state, `the run was cancelled: ${reason}`), 'cancelled', {
    code: 'ERR_RUN_CANCELLED',
    retryable: false,
    message: `The run was cancelled: ${reason}.`,
  });
}

function sendOutput(state: RunState): RunState {
  const reply: AssistantMessage = { role: 'assistant', content: state.text, toolCalls: [] };
  return changeRun(state, { phase: 'finished', messages: said(state, [reply]) });
}

function end(state: RunState, phase: Phase, failure: RunState['failure']): RunState {
  const ended = changeRun(state, { phase, failure });
  return state.phase === 'acting' ? changeRun(ended, { messages: withReply(state), text: '' }) : ended;
}

/** The conversation with the reply that is acting and its results, so that every call id has its one result. */
function withReply(state: RunState): readonly Message[] {
  const reply: AssistantMessage = {
    role: 'assistant',
    content: state.text,
    toolCalls: Object.freeze(state.calls.map(proposal)),
  };
  return said(state, [reply, ...state.calls.map(resultMessage)]);
}

/** The conversation with more said: frozen, since it is handed to models and links as it is. */
function said({ messages }: RunState, more: readonly Message[]): readonly Message[] {
  for (const message of more) Object.freeze(message);
  return Object.freeze([...messages, ...more]);
}

function proposal({ id, tool, proposed }: CallState): AssistantMessage['toolCalls'][number] {
  return { id, name: tool, args: proposed };
}

function resultMessage({ id, tool, result }: CallState): ToolMessage {
  return {
    role: 'tool',
    toolCallId: id,
    toolName: tool,
    content: result?.content ?? null,
    isError: result?.isError ?? true,
  };
}

function dropCalls(state: RunState, reason: string): RunState {
  return changeRun(state, { calls: state.calls.map((call) => drop(call, reason)) });
}

function drop(call: CallState, reason: string): CallState {
  return isTerminal(call) ? call : stepCall(call, { type: 'call.dropped', callId: call.id, reason });
}
