import type { CallEvent } from '../dispatch/event.js';
import type { OpenedCall } from '../dispatch/state.js';
import type { Identity } from '../identity.js';
import type { Usage } from '../message.js';
import type { Fingerprint, RunFailure, RunState } from './state.js';

/** The first event of a run. */
export interface RunStarted {
  readonly type: 'run.started';
  readonly runId: string;
  readonly fingerprint: Fingerprint;
  readonly sessionId?: string;
  readonly identity?: Identity;
  readonly maxIterations: number;
  readonly inputLinks: number;
  readonly outputLinks: number;
  readonly message: string;
}

/** The first event of a run that began in another journal: its state comes from a checkpoint. */
export interface RunAdopted {
  readonly type: 'run.adopted';
  readonly state: RunState;
}

/** A message link's answer about what comes in or goes out. */
export interface MessageDecided {
  readonly type: 'message.decided';
  readonly link: string;
  readonly outcome: 'allow' | 'deny' | 'threw';
  readonly value?: string;
  readonly why?: string;
  readonly reason?: string;
}

/** Everything that can happen to a run. */
export type RunEvent =
  | RunStarted
  | RunAdopted
  | MessageDecided
  | {
      readonly type: 'model.replied';
      readonly content: string;
      readonly calls: readonly OpenedCall[];
      readonly usage?: Usage;
    }
  /** The turn could not be taken: no tools or no answer. A retryable one can be taken again with `run.retried`. */
  | { readonly type: 'turn.failed'; readonly failure: RunFailure }
  | { readonly type: 'run.retried' }
  | { readonly type: 'run.cancelled'; readonly reason: string }
  | CallEvent;
