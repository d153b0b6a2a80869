import { SallyportError } from '../domain/errors.js';

/** The journal holds nothing of this run. */
export class UnknownRunError extends SallyportError {
  constructor(runId: string) {
    super(
      'ERR_UNKNOWN_RUN',
      `The journal holds no run "${runId}". Check the id, and that this is the journal it was recorded in.`,
    );
  }
}

/** What was given as a checkpoint is none, or not of this version. */
export class InvalidCheckpointError extends SallyportError {
  constructor(problem: string) {
    super(
      'ERR_INVALID_CHECKPOINT',
      `This is not a checkpoint that can be resumed: ${problem}. Pass the one the paused run gave.`,
    );
  }
}

/** The run has moved on since the checkpoint was made, or the checkpoint was changed. Nothing ran. */
export class StaleCheckpointError extends SallyportError {
  constructor(runId: string) {
    super(
      'ERR_STALE_CHECKPOINT',
      `Run ${runId} is not where this checkpoint left it: it was answered already, or the checkpoint was changed. Nothing ran. Resume by run id to see what is pending.`,
    );
  }
}

/** The agent that is asked to resume is not the one that was suspended. The checkpoint stays good for the right one. */
export class DefinitionChangedError extends SallyportError {
  constructor(runId: string, changed: readonly string[]) {
    super(
      'ERR_DEFINITION_CHANGED',
      `Run ${runId} was started by an agent with another definition; changed: ${changed.join(', ')}. Resume it with the definition it was started by, or cancel it.`,
    );
  }
}

/** The tools that the run's open calls need could not be listed. Nothing ran; the run is where it was. */
export class ToolsUnavailableError extends SallyportError {
  constructor(runId: string, problem: string, options?: { cause?: unknown }) {
    super(
      'ERR_TOOLS_UNAVAILABLE',
      `The tools of run ${runId} could not be listed: ${problem}. Nothing ran; try again.`,
      options,
    );
  }
}

/** Calls of the run are under way in some process, or were when it died. Nothing was decided. */
export class RunUnderWayError extends SallyportError {
  constructor(runId: string, callIds: readonly string[]) {
    super(
      'ERR_RUN_UNDER_WAY',
      `Run ${runId} has calls under way: ${callIds.join(', ')}. Answer when they have ended; if the process that ran them is gone, take the run up with retry("${runId}").`,
    );
  }
}

/** Somebody else's run. */
export class IdentityMismatchError extends SallyportError {
  constructor(runId: string) {
    super(
      'ERR_IDENTITY_MISMATCH',
      `Run ${runId} acts for another identity. A run's identity does not change on resume.`,
    );
  }
}

/** The call id names no waiting call, or is left out while several wait. */
export class NotPendingError extends SallyportError {
  constructor(runId: string, callId: string | undefined, pending: readonly string[]) {
    const asked = callId === undefined ? 'No callId was given' : `Call "${callId}" is not waiting`;
    const waiting = pending.length === 0 ? 'no call of it is waiting' : `waiting are: ${pending.join(', ')}`;
    super('ERR_NOT_PENDING', `${asked} in run ${runId}; ${waiting}. Nothing ran.`);
  }
}

/** A waiting call was answered with something that is no decision. Nothing ran. */
export class DecisionRequiredError extends SallyportError {
  constructor(callId: string, shape: string) {
    super(
      'ERR_DECISION_REQUIRED',
      `Call "${callId}" waits for a decision and was given ${shape}. Answer with checkInApproved({ by }) or checkInDeclined({ by }). Nothing ran.`,
    );
  }
}

/** A tool asked a question and was given no answer. Nothing ran. */
export class PauseAnswerRequiredError extends SallyportError {
  constructor(callId: string) {
    super(
      'ERR_PAUSE_ANSWER_REQUIRED',
      `The tool of call "${callId}" waits for an answer and none was given. Pass any JSON value.`,
    );
  }
}

/** What waits is not what was put before the person: the tool, source or arguments differ. Nothing ran. */
export class ApprovalMismatchError extends SallyportError {
  constructor(callId: string) {
    super(
      'ERR_APPROVAL_MISMATCH',
      `Call "${callId}" is not the call that was asked about: its tool, source or arguments differ. Nothing ran.`,
    );
  }
}
