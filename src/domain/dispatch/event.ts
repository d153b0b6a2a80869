import type { Json } from '../json.js';
import type { PermissionResult } from '../verdict.js';

/** What every event about a call says first. */
interface OfCall {
  readonly callId: string;
}

/** A person's decision on a waiting call. */
export interface Decision {
  readonly approved: boolean;
  readonly by: string;
  readonly note?: string;
}

/** An answer for `permission` and `capability`. */
export interface PermissionDecided extends OfCall {
  readonly type: 'permission.decided';
  readonly result: PermissionResult | 'threw';
  readonly rationale?: string;
  readonly tellLLM?: string;
  readonly reason?: string;
  readonly gateId?: string;
}

/** A link's answer about the call, before it runs. `value` present means that the arguments were changed to it. */
export interface BeforeDecided extends OfCall {
  readonly type: 'before.decided';
  readonly link: string;
  readonly outcome: 'allow' | 'deny' | 'ask' | 'threw';
  readonly value?: Json;
  readonly why?: string;
  readonly reason?: string;
  readonly detail?: Json;
  readonly digest?: string;
}

/** A link's answer about the result. */
export interface AfterDecided extends OfCall {
  readonly type: 'after.decided';
  readonly link: string;
  readonly outcome: 'allow' | 'deny' | 'threw';
  readonly value?: Json;
  readonly why?: string;
  readonly reason?: string;
}

/** Everything that can happen to one call. */
export type CallEvent =
  | PermissionDecided
  | BeforeDecided
  | AfterDecided
  | (OfCall & { readonly type: 'ask.answered' } & Decision)
  /** `problem` present means that the arguments were refused, in the words the model reads. */
  | (OfCall & { readonly type: 'args.validated'; readonly problem?: string })
  /** `demand` present means that a person must approve first; `problem` that the demand could not be evaluated. */
  | (OfCall & {
      readonly type: 'checkin.evaluated';
      readonly demand?: { readonly reason: string; readonly evidence?: Json; readonly digest: string };
      readonly problem?: string;
    })
  | (OfCall & { readonly type: 'checkin.answered' } & Decision)
  | (OfCall & { readonly type: 'tool.returned'; readonly value: Json })
  | (OfCall & { readonly type: 'tool.failed'; readonly text: string })
  | (OfCall & { readonly type: 'tool.paused'; readonly data: Json; readonly digest: string })
  | (OfCall & { readonly type: 'consent.required'; readonly service: string; readonly digest: string })
  | (OfCall & { readonly type: 'consent.resumed' })
  | (OfCall & { readonly type: 'answer.given'; readonly value: Json })
  /** The execution was started and nobody knows how it ended. */
  | (OfCall & { readonly type: 'outcome.lost'; readonly digest: string })
  | (OfCall & { readonly type: 'doubt.settled'; readonly choice: 'retry' | 'skip'; readonly by: string })
  /** The run ends or moves on without this call. */
  | (OfCall & { readonly type: 'call.dropped'; readonly reason: string });

export type CallEventType = CallEvent['type'];
