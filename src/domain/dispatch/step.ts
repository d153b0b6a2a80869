import { UnexpectedEventError } from '../errors.js';
import type { Json } from '../json.js';
import { capResult } from '../result/cap.js';
import type { CallEffect } from './effect.js';
import type { CallEvent, CallEventType, PermissionDecided } from './event.js';
import {
  changeCall,
  type CallResult,
  type CallState,
  type OpenedCall,
  type Stage,
  type Waiting,
} from './state.js';
import { texts } from './texts.js';

type EventOf<Type extends CallEventType> = Extract<CallEvent, { type: Type }>;

/** One row: what the shell does in a stage, and where each event that can happen there leads. */
interface Row {
  readonly effect?: CallEffect;
  readonly on: { readonly [Type in CallEventType]?: (call: CallState, event: EventOf<Type>) => CallState };
}

/**
 * ONE tool call, as a transition table. Nothing else decides what comes next, for any door: the agent loop, a resumed
 * decision, a served call. Every row also takes `call.dropped`, which ends the call without running anything more.
 */
export const table: { readonly [S in Stage]: Row } = {
  permission: {
    effect: 'check_permission',
    on: { 'permission.decided': (call, event) => permitted(call, event, enterCapability(call, 0)) },
  },
  capability: {
    effect: 'check_capability',
    on: {
      'permission.decided': (call, event) => permitted(call, event, enterCapability(call, call.index + 1)),
    },
  },
  before: {
    effect: 'run_before',
    on: {
      'before.decided': (call, event) => {
        if (event.outcome === 'deny') return refuse(call, texts.refusedBy(event.link, event.reason));
        if (event.outcome === 'threw') return refuse(call, texts.linkFailed(event.link));
        const changed = event.value === undefined ? call : changeCall(call, { args: event.value });
        if (event.outcome === 'allow') return enterBefore(changed, call.index + 1);
        return wait(changed, 'asking', {
          question: event.reason ?? '',
          link: event.link,
          digest: event.digest ?? '',
          ...(event.detail === undefined ? {} : { detail: event.detail }),
        });
      },
    },
  },
  asking: {
    effect: 'suspend',
    on: {
      'ask.answered': (call, event) =>
        event.approved ? enterBefore(call, call.index + 1) : refuse(call, texts.declined(event.note)),
    },
  },
  validate: {
    effect: 'validate',
    on: {
      'args.validated': (call, event) =>
        event.problem === undefined ? enterCheckIn(call) : end(call, 'failed', event.problem),
    },
  },
  'check-in': {
    effect: 'check_in',
    on: {
      'checkin.evaluated': (call, { demand, problem }) => {
        if (problem !== undefined) return refuse(call, problem);
        if (demand === undefined) return enterExecute(call);
        const { reason, evidence, digest } = demand;
        return wait(call, 'confirming', {
          question: reason,
          digest,
          ...(evidence === undefined ? {} : { detail: evidence }),
        });
      },
    },
  },
  confirming: {
    effect: 'suspend',
    on: {
      'checkin.answered': (call, event) =>
        event.approved ? enterExecute(call) : refuse(call, texts.declined(event.note)),
    },
  },
  execute: {
    effect: 'execute',
    on: {
      'tool.returned': (call, event) => enterAfter(call, event.value, call.plan.after - 1),
      'tool.failed': (call, event) => end(call, 'failed', event.text),
      'tool.paused': (call, event) =>
        wait(call, 'answering', { question: 'The tool asks.', detail: event.data, digest: event.digest }),
      'consent.required': (call, event) =>
        wait(call, 'consenting', {
          question: `Consent for ${event.service} is needed.`,
          digest: event.digest,
        }),
      'outcome.lost': (call, event) =>
        call.plan.replay === 'never'
          ? wait(call, 'doubtful', {
              question: 'It was started and may have taken effect.',
              digest: event.digest,
            })
          : enterExecute(call),
    },
  },
  consenting: { effect: 'suspend', on: { 'consent.resumed': (call) => enterExecute(call) } },
  answering: {
    effect: 'suspend',
    on: { 'answer.given': (call, event) => enterAfter(call, event.value, call.plan.after - 1) },
  },
  doubtful: {
    effect: 'suspend',
    on: {
      'doubt.settled': (call, event) =>
        event.choice === 'retry' ? enterExecute(call) : end(call, 'failed', texts.skipped),
    },
  },
  after: {
    effect: 'run_after',
    on: {
      'after.decided': (call, event) => {
        if (event.outcome === 'deny') return refuse(call, texts.refusedBy(event.link, event.reason));
        if (event.outcome === 'threw') return refuse(call, texts.linkFailed(event.link));
        return enterAfter(call, event.value === undefined ? call.value : event.value, call.index - 1);
      },
    },
  },
  settled: { on: {} },
  refused: { on: {} },
  failed: { on: {} },
  halted: { on: {} },
};

/** Stages in which the tool may already have had an effect. */
const STARTED: ReadonlySet<Stage> = new Set<Stage>(['execute', 'answering', 'doubtful', 'after']);

/** The call in its first stage. */
export function open({ id, tool, source, args, plan }: OpenedCall): CallState {
  const call: CallState = {
    id,
    tool,
    source: source ?? null,
    plan,
    stage: 'permission',
    index: 0,
    proposed: args,
    args,
    value: null,
    attempts: 0,
    waiting: null,
    result: null,
  };
  return plan.permission ? call : enterCapability(call, 0);
}

/**
 * The call after the event.
 *
 * @throws UnexpectedEventError when the stage does not take the event; the state given is unchanged
 */
export function step(call: CallState, event: CallEvent): CallState {
  const next = tryStep(call, event);
  if (next === undefined)
    throw new UnexpectedEventError(event.type, `call ${call.id} is in stage "${call.stage}"`);
  return next;
}

/** As `step`, but undefined for an event that the stage does not take. */
export function tryStep(call: CallState, event: CallEvent): CallState | undefined {
  const row = table[call.stage];
  const transition = row.on[event.type] as ((call: CallState, event: CallEvent) => CallState) | undefined;
  if (transition !== undefined) return transition(call, event);
  if (event.type !== 'call.dropped' || row.effect === undefined) return undefined;
  const started = STARTED.has(call.stage);
  return refuse(call, started ? texts.droppedAfterStart(event.reason) : texts.dropped(event.reason));
}

/** Whether the call's present stage takes an event of this type. */
export function accepts(call: CallState, type: CallEventType): boolean {
  const row = table[call.stage];
  return row.on[type] !== undefined || (type === 'call.dropped' && row.effect !== undefined);
}

/** What the shell has to do now; undefined for a call that has ended. */
export function effectOf(call: CallState): CallEffect | undefined {
  return table[call.stage].effect;
}

/** Whether the call has ended: exactly then it has a result. */
export function isTerminal(call: CallState): boolean {
  return call.result !== null;
}

/** Whether the call waits for a person: exactly then there is something to show them. */
export function isWaiting(call: CallState): boolean {
  return call.waiting !== null;
}

function permitted(call: CallState, event: PermissionDecided, next: CallState): CallState {
  switch (event.result) {
    case 'allow':
    case 'gate_open':
      return next;
    case 'deny':
      return refuse(call, texts.denied(event));
    case 'halt':
      return end(call, 'halted', texts.halted(event), event.reason ?? event.rationale);
    case 'threw':
      return refuse(call, texts.checkFailed);
  }
}

function enterCapability(call: CallState, index: number): CallState {
  return index < call.plan.capabilities.length ? at(call, 'capability', index) : enterBefore(call, 0);
}

function enterBefore(call: CallState, index: number): CallState {
  if (index < call.plan.before) return at(call, 'before', index);
  return call.plan.validate ? at(call, 'validate', 0) : enterCheckIn(call);
}

function enterCheckIn(call: CallState): CallState {
  return call.plan.checkIn ? at(call, 'check-in', 0) : enterExecute(call);
}

function enterExecute(call: CallState): CallState {
  return changeCall(call, { stage: 'execute', index: 0, waiting: null, attempts: call.attempts + 1 });
}

function enterAfter(call: CallState, value: Json, index: number): CallState {
  if (index >= 0) return changeCall(call, { stage: 'after', index, value, waiting: null });
  return finish(call, 'settled', value, false);
}

function at(call: CallState, stage: Stage, index: number): CallState {
  return changeCall(call, { stage, index, waiting: null });
}

function wait(call: CallState, stage: Stage, waiting: Waiting): CallState {
  return changeCall(call, { stage, waiting });
}

function refuse(call: CallState, text: string): CallState {
  return finish(call, 'refused', text, true);
}

function end(call: CallState, stage: 'failed' | 'halted', text: string, haltReason?: string): CallState {
  return finish(call, stage, text, true, haltReason);
}

/** The only way into a terminal stage, so that the ceiling holds on every path. */
function finish(
  call: CallState,
  stage: Stage,
  content: Json,
  isError: boolean,
  haltReason?: string,
): CallState {
  const capped = capResult(call.tool, content, call.plan.maxChars);
  const result: CallResult = {
    content: capped.content,
    isError,
    charsBefore: capped.charsBefore ?? null,
    charsAfter: capped.charsAfter ?? null,
    haltReason: haltReason ?? null,
  };
  return changeCall(call, { stage, index: 0, value: null, waiting: null, result });
}
