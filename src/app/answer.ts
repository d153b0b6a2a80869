import type { RunEvent } from '../domain/run/event.js';
import type { RunState } from '../domain/run/state.js';
import { findCall } from '../domain/run/step.js';
import { answerEvent } from './decision.js';
import { callDigest } from './digest.js';
import { pendingCalls } from './pending.js';
import { ApprovalMismatchError, NotPendingError } from './resume-errors.js';

/**
 * The event that an answer to one of a run's waiting calls is.
 *
 * @param callId may be left out when exactly one call waits
 * @throws NotPendingError, DecisionRequiredError, PauseAnswerRequiredError, ApprovalMismatchError; nothing ran
 */
export function answerTo(run: RunState, callId: string | undefined, answer: unknown): RunEvent {
  const waiting = pendingCalls(run).map((pending) => pending.callId);
  const chosen = callId ?? (waiting.length === 1 ? waiting[0] : undefined);
  const call = chosen === undefined || !waiting.includes(chosen) ? undefined : findCall(run, chosen);
  if (call === undefined) throw new NotPendingError(run.runId, callId, waiting);
  const event = answerEvent(call, answer);
  if (call.waiting?.digest !== callDigest(call, run)) throw new ApprovalMismatchError(call.id);
  return event;
}
