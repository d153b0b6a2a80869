import type { CallState, Stage } from '../domain/dispatch/state.js';
import { isWaiting } from '../domain/dispatch/step.js';
import type { PauseKind } from '../domain/events.js';
import type { Json } from '../domain/json.js';
import type { RunState } from '../domain/run/state.js';

const KINDS: { readonly [stage in Stage]?: PauseKind } = {
  asking: 'ask',
  confirming: 'check-in',
  consenting: 'consent',
  answering: 'answer',
  doubtful: 'doubt',
};

const NO_URLS: ReadonlyMap<string, string> = new Map();

/** One call that waits for a person: what it is, and exactly what it would run with. */
export interface PendingCall {
  readonly callId: string;
  readonly kind: PauseKind;
  readonly tool: string;
  readonly source?: string;
  /** The arguments that the tool runs with when it is approved. */
  readonly args: Json;
  readonly question: string;
  /** The link's detail, the tool's evidence or its question's data. */
  readonly detail?: Json;
  /** The middleware that asks. */
  readonly link?: string;
  /** SHA-256 of the call, tool, source and canonical arguments that the decision is bound to. */
  readonly digest: string;
  /** Where the user consents; told only by the process that asked the credential provider. */
  readonly authorizationUrl?: string;
}

/** What a waiting call waits for. */
export function kindOf(call: CallState): PauseKind {
  return KINDS[call.stage] ?? 'ask';
}

/** The run's waiting calls, in the model's order. */
export function pendingCalls(
  run: RunState,
  consentUrls: ReadonlyMap<string, string> = NO_URLS,
): readonly PendingCall[] {
  return run.calls.filter(isWaiting).map((call) => ({
    callId: call.id,
    kind: kindOf(call),
    tool: call.tool,
    ...present('source', call.source ?? undefined),
    args: call.args,
    question: call.waiting?.question ?? '',
    ...present('detail', call.waiting?.detail),
    ...present('link', call.waiting?.link),
    digest: call.waiting?.digest ?? '',
    ...present('authorizationUrl', call.stage === 'consenting' ? consentUrls.get(call.id) : undefined),
  }));
}

/** A field that is there exactly when it has a value. */
function present<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: Value });
}
