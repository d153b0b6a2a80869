import { SallyportError } from '../domain/errors.js';
import type { RunFailure } from '../domain/run/state.js';

/** A run that ended without an answer. */
export class RunError extends SallyportError {
  readonly runId: string;

  constructor(code: string, runId: string, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
    this.runId = runId;
  }
}

/** Policy ended the run (`halt`); the synthetic result of the halted call has landed in the run's messages. */
export class PolicyHaltError extends RunError {}

/** A message middleware refused what came in or was to go out. The message never holds the refused content. */
export class MessageDeniedError extends RunError {}

/** The run used all of its model turns without an answer. */
export class IterationLimitError extends RunError {}

/** A turn could not be taken: the model or the tools failed. It can be taken again; finished calls stay finished. */
export class TurnFailedError extends RunError {}

/** The run was cancelled, by its caller's signal or by `cancel`. */
export class RunCancelledError extends RunError {}

const CLASSES: { readonly [code: string]: typeof RunError } = {
  ERR_POLICY_HALT: PolicyHaltError,
  ERR_MESSAGE_DENIED: MessageDeniedError,
  ERR_ITERATION_LIMIT: IterationLimitError,
  ERR_RUN_CANCELLED: RunCancelledError,
};

/** The error for a run that has ended without an answer. `cause` is what was thrown in this process, if anything was. */
export function runError(runId: string, { code, message }: RunFailure, cause: unknown): RunError {
  const Class = CLASSES[code] ?? TurnFailedError;
  return new Class(code, runId, message, cause === undefined ? undefined : { cause });
}
