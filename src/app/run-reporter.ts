import type { CallEvent } from '../domain/dispatch/event.js';
import type { CallState } from '../domain/dispatch/state.js';
import { isTerminal, isWaiting } from '../domain/dispatch/step.js';
import type { CallStatus, EventMap, PauseKind } from '../domain/events.js';
import type { RunEvent } from '../domain/run/event.js';
import { hasEnded, isSuspended } from '../domain/run/step.js';
import type { RunState } from '../domain/run/state.js';
import type { JournalEntry } from '../ports/journal.js';
import type { Emitter } from './emitter.js';
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
  /** When what is being told of was recorded. */
  #at = 0;

  constructor(events: Emitter) {
    this.#events = events;
  }

  report(before: RunState, after: RunState, entries: readonly JournalEntry[]): void {
    if (!this.#events.listening) return;
    this.#at = entries[0]?.at ?? 0;
    const answered = this.#answers(entries, after);
    for (let i = 0; i < after.calls.length; i++) {
      const call = after.calls[i] as CallState;
      const old = before.calls[i];
      if (call === old) continue;
      if (old?.id === call.id) this.#callMoved(old, call, before);
      else this.#callBegan(call, before);
    }
    if (isSuspended(after) && (answered || !isSuspended(before))) this.#suspended(after);
    if (!hasEnded(before) && hasEnded(after)) this.#ended(after);
  }

  /** Tells of what people have answered. Returns whether anything is with which a run goes on that had stopped. */
  #answers(entries: readonly JournalEntry[], run: RunState): boolean {
    let answered = false;
    for (const { event } of entries) {
      if (!isAnswer(event.type)) continue;
      if (!answered) this.#events.emit({ type: 'sallyport.run.resumed', at: this.#at, runId: run.runId });
      answered = true;
      if ('callId' in event) this.#decision(event, run);
    }
    return answered;
  }

  #decision(event: CallEvent, { runId }: RunState): void {
    const kind = DECISIONS[event.type];
    if (kind === undefined) return;
    const approved =
      'approved' in event ? event.approved : event.type !== 'doubt.settled' || event.choice === 'retry';
    const by = 'by' in event ? event.by : 'the caller';
    this.#events.emit({
      type: 'sallyport.decision.recorded',
      at: this.#at,
      runId,
      callId: event.callId,
      kind,
      approved,
      by,
    });
  }

  #callBegan(call: CallState, run: RunState): void {
    this.#began.set(call.id, this.#at);
    this.#events.emit({
      type: 'sallyport.stream.tool_start',
      at: this.#at,
      runId: run.runId,
      callId: call.id,
      tool: call.tool,
      source: call.source ?? undefined,
      iteration: run.iteration,
    });
    if (isTerminal(call)) this.#callEnded(call, run);
  }

  /** A call that this process did not see begin is timed from where it went on. */
  #callMoved(before: CallState, call: CallState, run: RunState): void {
    if (isTerminal(call) && !isTerminal(before)) this.#callEnded(call, run);
    else if (isWaiting(before) && !this.#began.has(call.id)) this.#began.set(call.id, this.#at);
  }

  #callEnded(call: CallState, run: RunState): void {
    this.#events.emit({
      type: 'sallyport.stream.tool_end',
      at: this.#at,
      runId: run.runId,
      callId: call.id,
      tool: call.tool,
      source: call.source ?? undefined,
      iteration: run.iteration,
      status: call.stage as CallStatus,
      result: call.result?.content ?? null,
      charsBefore: call.result?.charsBefore ?? undefined,
      charsAfter: call.result?.charsAfter ?? undefined,
      durationMs: this.#at - (this.#began.get(call.id) ?? this.#at),
    });
    this.#began.delete(call.id);
  }

  #suspended({ runId, calls }: RunState): void {
    const pending = calls
      .filter(isWaiting)
      .map((call) => ({ callId: call.id, kind: kindOf(call), tool: call.tool }));
    this.#events.emit({ type: 'sallyport.run.suspended', at: this.#at, runId, pending });
  }

  #ended({ runId, phase, iteration, failure }: RunState): void {
    const outcome = phase as EventMap['sallyport.run.ended']['outcome'];
    this.#events.emit({
      type: 'sallyport.run.ended',
      at: this.#at,
      runId,
      outcome,
      iterations: iteration,
      code: failure?.code,
    });
  }
}
