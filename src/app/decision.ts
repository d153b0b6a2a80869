import type { CallEvent } from '../domain/dispatch/event.js';
import type { CallState } from '../domain/dispatch/state.js';
import { frozenJson, shapeOf } from '../domain/json.js';
import { InvalidOptionError } from '../domain/errors.js';
import { kindOf } from './pending.js';
import { DecisionRequiredError, PauseAnswerRequiredError } from './resume-errors.js';

/** A person's decision. JSON, so that it can travel. */
export interface CheckInDecision {
  readonly decision: 'approved' | 'declined';
  /** Who decided. */
  readonly by: string;
  /** Read by the model when the call was declined. */
  readonly note?: string;
}

/** Approves the waiting call: it runs with exactly the arguments that were shown. */
export function checkInApproved(of: { readonly by: string; readonly note?: string }): CheckInDecision {
  return made('approved', of);
}

/** Declines the waiting call: it does not run, and the model reads a refusal. */
export function checkInDeclined(of: { readonly by: string; readonly note?: string }): CheckInDecision {
  return made('declined', of);
}

function made(
  decision: CheckInDecision['decision'],
  { by, note }: { by: string; note?: string },
): CheckInDecision {
  if (typeof by !== 'string' || by === '')
    throw new InvalidOptionError('A decision needs "by": who decided, a non-empty string.');
  return note === undefined ? { decision, by } : { decision, by, note };
}

/**
 * The event that an answer to a waiting call is.
 *
 * @throws DecisionRequiredError, PauseAnswerRequiredError when it is no answer to what waits
 */
export function answerEvent(call: CallState, answer: unknown): CallEvent {
  const callId = call.id;
  switch (kindOf(call)) {
    case 'ask':
      return { type: 'ask.answered', callId, ...decisionOf(callId, answer) };
    case 'check-in':
      return { type: 'checkin.answered', callId, ...decisionOf(callId, answer) };
    case 'consent':
      return { type: 'consent.resumed', callId };
    case 'answer':
      if (answer === undefined) throw new PauseAnswerRequiredError(callId);
      return { type: 'answer.given', callId, value: frozenJson(answer, 'The answer') };
    case 'doubt': {
      const { approved, by } = decisionOf(callId, answer);
      return { type: 'doubt.settled', callId, choice: approved ? 'retry' : 'skip', by };
    }
  }
}

function decisionOf(callId: string, answer: unknown): { approved: boolean; by: string; note?: string } {
  const { decision, by, note } = (
    typeof answer === 'object' && answer !== null ? answer : {}
  ) as Partial<CheckInDecision>;
  const decided = decision === 'approved' || decision === 'declined';
  if (!decided || typeof by !== 'string' || by === '' || (note !== undefined && typeof note !== 'string')) {
    throw new DecisionRequiredError(callId, shapeOf(answer));
  }
  const approved = decision === 'approved';
  return note === undefined ? { approved, by } : { approved, by, note };
}
