import type { CallEvent } from '../domain/dispatch/event.js';
import type { CallState } from '../domain/dispatch/state.js';
import { isTerminal, isWaiting } from '../domain/dispatch/step.js';
import type { CallStatus, EventMap, PauseKind } from '../domain/events.js';
import type { RunEvent } from '../domain/run/event.js';
import { hasEnded, isSuspended } from '../domain/run/step.js';
import type { RunState } from '../domain/run/state.js';
import type { JournalEntry } from '../ports/journal.js';
import type { Emitter } from './emitter.js';
import { factsOf } from './perform/turn.js';
import { kindOf } from './pending.js';

const DECISIONS: { readonly [type in CallEvent['type']]?: PauseKind } = {
  'ask.answered': 'ask',
  'checkin.answered': 'check-in',
  'consent.resumed': 'consent',
  'answer.given': 'answer',
  'doubt.settled': 'doubt',
};

/** Whether an event is one with which a run goes on that had stopped. */
function isAnswer(type: RunEvent['type']): boolean {
  return type === 'run.retried' || DECISIONS[type as CallEvent['type']] !== undefined;
}

/** Tells the listeners what a step changed: calls that began and ended, decisions, and the run's own turns of fate. */
export class RunReporter {
  readonly #events: Emitter;
  readonly #began: Map<string, number> = new Map();

  constructor(events: Emitter) {
    this.#events = events;
  }

  report(before: RunState, after: RunState, entries: readonly JournalEntry[]): void {
    if (!this.#events.listening) return;
    const answered = entries.some(({ event }) => isAnswer(event.type));
    if (answered)
      this.#events.emit({ type: 'sallyport.run.resumed', at: this.#events.now(), runId: after.runId });
    for (const { event } of entries) if ('callId' in event) this.#decision(event, after);
    for (let i = 0; i < after.calls.length; i++) {
      const call = after.calls[i] as CallState;
      const old = before.calls[i];
      if (call !== old) this.#call(old?.id === call.id ? old : undefined, call, before);
    }
    if (isSuspended(after) && (answered || !isSuspended(before))) this.#suspended(after);
    if (!hasEnded(before) && hasEnded(after)) this.#ended(after);
  }

  #decision(event: CallEvent, { runId }: RunState): void {
    const kind = DECISIONS[event.type];
    if (kind === undefined) return;
    const approved =
      'approved' in event ? event.approved : event.type !== 'doubt.settled' || event.choice === 'retry';
    const by = 'by' in event ? event.by : 'the caller';
    this.#events.emit({
      type: 'sallyport.decision.recorded',
      at: this.#events.now(),
      runId,
      callId: event.callId,
      kind,
      approved,
      by,
    });
  }

  #call(before: CallState | undefined, call: CallState, run: RunState): void {
    const at = this.#events.now();
    if (!this.#began.has(call.id)) this.#began.set(call.id, at);
    if (before === undefined)
      this.#events.emit({ ...factsOf(call, run), type: 'sallyport.stream.tool_start', at });
    if (isTerminal(call) && (before === undefined || !isTerminal(before))) this.#callEnded(call, run, at);
  }

  #callEnded(call: CallState, run: RunState, at: number): void {
    this.#events.emit({
      type: 'sallyport.stream.tool_end',
      at,
      runId: run.runId,
      callId: call.id,
      tool: call.tool,
      source: call.source ?? undefined,
      iteration: run.iteration,
      status: call.stage as CallStatus,
      result: call.result?.content ?? null,
      charsBefore: call.result?.charsBefore ?? undefined,
      charsAfter: call.result?.charsAfter ?? undefined,
      durationMs: at - (this.#began.get(call.id) ?? at),
    });
    this.#began.delete(call.id);
  }

  #suspended({ runId, calls }: RunState): void {
    const pending = calls
      .filter(isWaiting)
      .map((call) => ({ callId: call.id, kind: kindOf(call), tool: call.tool }));
    this.#events.emit({ type: 'sallyport.run.suspended', at: this.#events.now(), runId, pending });
  }

  #ended({ runId, phase, iteration, failure }: RunState): void {
    const outcome = phase as EventMap['sallyport.run.ended']['outcome'];
    this.#events.emit({
      type: 'sallyport.run.ended',
      at: this.#events.now(),
      runId,
      outcome,
      iterations: iteration,
      code: failure?.code,
    });
  }
}
