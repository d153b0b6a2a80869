import type { CallState } from '../dispatch/state.js';
import type { Identity } from '../identity.js';
import type { Message } from '../message.js';

/** Where a run stands. The last four are terminal; a run is suspended when it is `acting` and only people can move it. */
export type Phase =
  'input' | 'thinking' | 'acting' | 'output' | 'finished' | 'halted' | 'failed' | 'cancelled';

/** What the definition of the agent looked like, part by part, so that a mismatch can be named. */
export type Fingerprint = { readonly [part: string]: string };

/** Why a run did not finish. */
export interface RunFailure {
  readonly code: string;
  /** Whether the turn that failed can be taken again; finished calls stay finished. */
  readonly retryable: boolean;
  readonly message: string;
}

/** One run of the agent loop, whole. JSON. */
export interface RunState {
  readonly version: 1;
  readonly runId: string;
  readonly fingerprint: Fingerprint;
  readonly sessionId: string | null;
  readonly identity: Identity | null;
  readonly maxIterations: number;
  /** How many message links look at what comes in, and at what goes out. */
  readonly inputLinks: number;
  readonly outputLinks: number;
  readonly phase: Phase;
  /** The next message link, in `input` and `output`. */
  readonly index: number;
  /** The model turn, counted from 1. */
  readonly iteration: number;
  /** What the model has been told: the turns that are complete. */
  readonly messages: readonly Message[];
  /** The text on its way through the message links, or of the model's reply whose calls are acting. */
  readonly text: string;
  /** The calls of the latest reply, in the model's order; they stay until the next reply. */
  readonly calls: readonly CallState[];
  readonly failure: RunFailure | null;
}

/** What a step may change in a run. */
export type RunChanges = Partial<
  Pick<RunState, 'phase' | 'index' | 'iteration' | 'messages' | 'text' | 'calls' | 'failure'>
>;

/** The run with the changes, written out for the same reason as `changeCall`. */
export function changeRun(run: RunState, changes: RunChanges): RunState {
  return {
    version: run.version,
    runId: run.runId,
    fingerprint: run.fingerprint,
    sessionId: run.sessionId,
    identity: run.identity,
    maxIterations: run.maxIterations,
    inputLinks: run.inputLinks,
    outputLinks: run.outputLinks,
    phase: changes.phase ?? run.phase,
    index: changes.index ?? run.index,
    iteration: changes.iteration ?? run.iteration,
    messages: changes.messages ?? run.messages,
    text: changes.text ?? run.text,
    calls: changes.calls ?? run.calls,
    failure: changes.failure === undefined ? run.failure : changes.failure,
  };
}
