import type { Message } from '../domain/message.js';
import type { RunState } from '../domain/run/state.js';
import type { Checkpoint } from './checkpoint.js';
import type { PendingCall } from './pending.js';

/** A run that has its answer. */
export interface FinishedRun {
  readonly paused: false;
  readonly runId: string;
  /** The agent's answer. */
  readonly content: string;
  readonly messages: readonly Message[];
  readonly iterations: number;
}

/** A run that waits for people. The checkpoint is JSON, and resumes in another process. */
export interface PausedRun {
  readonly paused: true;
  readonly runId: string;
  readonly checkpoint: Checkpoint;
  readonly pending: readonly PendingCall[];
}

/** How a call of `run` or `resume` ended. */
export type RunOutcome = FinishedRun | PausedRun;

export function finishedRun({ runId, text, messages, iteration }: RunState): FinishedRun {
  return { paused: false, runId, content: text, messages, iterations: iteration };
}

/** Whether the run waits for people. */
export function isPaused(outcome: RunOutcome): outcome is PausedRun {
  return outcome.paused;
}

/** Whether a middleware's `ask` is among what the run waits for. */
export function isAskPause(outcome: RunOutcome): outcome is PausedRun {
  return waitsFor(outcome, 'ask');
}

/** Whether a tool's own check-in is among what the run waits for. */
export function isCheckInPause(outcome: RunOutcome): outcome is PausedRun {
  return waitsFor(outcome, 'check-in');
}

/** Whether a credential's consent is among what the run waits for. */
export function isConsentPause(outcome: RunOutcome): outcome is PausedRun {
  return waitsFor(outcome, 'consent');
}

function waitsFor(outcome: RunOutcome, kind: PendingCall['kind']): boolean {
  return outcome.paused && outcome.pending.some((call) => call.kind === kind);
}
