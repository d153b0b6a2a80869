import type { Json } from './json.js';
import type { Usage } from './message.js';
import type { ToolSessionScope } from './session/key.js';
import type { PermissionResult } from './verdict.js';

/** What every event about a run carries. */
interface OfRun {
  readonly runId: string;
}

/** What every event about one tool call carries. */
interface OfCall extends OfRun {
  readonly callId: string;
  readonly tool: string;
  /** The server the tool was read from; absent for the application's own. */
  readonly source?: string | undefined;
  readonly iteration: number;
}

/** A kind of pause: what a run is waiting for. */
export type PauseKind = 'ask' | 'check-in' | 'consent' | 'answer' | 'doubt';

/** How a call ended. */
export type CallStatus = 'settled' | 'refused' | 'failed' | 'halted';

/** Every event by its name. Events carry facts, never a secret, and of results only what the model reads. */
export interface EventMap {
  'sallyport.run.started': OfRun & { readonly agent: string };
  'sallyport.run.resumed': OfRun;
  'sallyport.run.suspended': OfRun & {
    readonly pending: readonly { readonly callId: string; readonly kind: PauseKind; readonly tool: string }[];
  };
  'sallyport.run.ended': OfRun & {
    readonly outcome: 'finished' | 'halted' | 'failed' | 'cancelled';
    readonly iterations: number;
    /** The error's code, where the run did not finish. */
    readonly code?: string | undefined;
  };
  'sallyport.model.replied': OfRun & {
    readonly iteration: number;
    readonly toolCalls: number;
    readonly durationMs: number;
    readonly usage?: Usage | undefined;
  };
  'sallyport.stream.delta': OfRun & { readonly iteration: number; readonly text: string };
  'sallyport.stream.tool_start': OfCall;
  'sallyport.stream.tool_end': OfCall & {
    readonly status: CallStatus;
    /** What the model reads: after the chain and the ceiling. */
    readonly result: Json;
    /** UTF-16 code units before the ceiling; absent when nothing was measured. */
    readonly charsBefore?: number | undefined;
    /** UTF-16 code units that the model reads; absent when nothing was measured. */
    readonly charsAfter?: number | undefined;
    /** Milliseconds from the model's proposal, waits for people in this process included. */
    readonly durationMs: number;
  };
  'sallyport.permission.check': OfCall & {
    readonly checker: string;
    readonly capability: string;
    readonly result: PermissionResult | 'threw';
    readonly rationale?: string | undefined;
    readonly gateId?: string | undefined;
    /** What the checker threw, for the operator. */
    readonly error?: string | undefined;
  };
  'sallyport.middleware.decided': OfRun & {
    readonly middleware: string;
    readonly moment: 'before' | 'after' | 'input' | 'output';
    readonly outcome: 'allow' | 'deny' | 'ask' | 'threw';
    readonly changed: boolean;
    readonly why?: string | undefined;
    readonly callId?: string | undefined;
    readonly tool?: string | undefined;
  };
  'sallyport.decision.recorded': OfRun & {
    readonly callId: string;
    readonly kind: PauseKind;
    readonly approved: boolean;
    readonly by: string;
  };
  'sallyport.tools.gate_failed': { readonly tool: string; readonly error: string; readonly runId?: string };
  'sallyport.tools.shadowed': {
    readonly tool: string;
    readonly kept: string;
    readonly dropped: string;
    readonly runId?: string | undefined;
  };
  'sallyport.tools.session_close_failed': {
    readonly scope: ToolSessionScope;
    /** The first 16 hex digits of the SHA-256 of the isolation key, which itself is never shown. */
    readonly keyHash: string;
    readonly errorClass: string;
  };
  'sallyport.mcp.tool_quarantined': {
    readonly server: string;
    readonly tool: string;
    readonly reason: string;
  };
  'sallyport.mcp.list_incomplete': {
    readonly server: string;
    readonly reason: string;
    readonly tools: number;
  };
  'sallyport.mcp.tools_changed': {
    readonly server: string;
    /** Names of tools, each list sorted by code unit. */
    readonly added: readonly string[];
    readonly removed: readonly string[];
    /** The tools whose definition is another. */
    readonly changed: readonly string[];
  };
  'sallyport.mcp.warning': { readonly server: string; readonly message: string };
  'sallyport.mcp.status': {
    readonly server: string;
    readonly state: 'connecting' | 'connected' | 'failed' | 'closed';
    /** How many tries to connect were begun. */
    readonly tries: number;
    /** The error's code, where the latest try failed. */
    readonly code?: string | undefined;
  };
}

export type EventType = keyof EventMap;

/** One event: its name, when it was emitted (milliseconds since the epoch), and its facts. */
export type SallyportEvent<Type extends EventType = EventType> = {
  [T in Type]: { readonly type: T; readonly at?: number } & EventMap[T];
}[Type];
