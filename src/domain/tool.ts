import type { Credential, CredentialNeed } from './credential.js';
import type { Identity } from './identity.js';
import type { Json, JsonObject } from './json.js';
import type { ToolSessionScope } from './session/key.js';

/** A JSON Schema document (draft-07 or 2020-12) for an object. */
export type JsonSchema = JsonObject;

/** What a model is told about a tool. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/**
 * How a call whose outcome was lost in a crash is treated: `safe` runs again by itself; `keyed` runs again with the same
 * `ctx.idempotencyKey`; `never` (the default) waits for a person to decide.
 */
export type Replay = 'safe' | 'keyed' | 'never';

/** The facts of one call, as its tool sees them. An absent fact is absent, never invented. */
export interface ToolContext {
  readonly toolName: string;
  readonly toolCallId: string;
  /** Which model turn of the run proposed the call, counted from 1. */
  readonly iteration: number;
  readonly runId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly identity?: Identity | undefined;
  /** Aborted when the caller gives up on the run. */
  readonly signal: AbortSignal;
  /** Present exactly when the tool declares `needs`. */
  readonly credential?: Credential | undefined;
  /** `<runId>:<callId>`, present exactly when the tool declares `replay: 'keyed'`. */
  readonly idempotencyKey?: string | undefined;
  /** The scopes that this door can close something at. */
  readonly teardownScopes: readonly ToolSessionScope[];
  /** Has something closed when its scope ends; the first cleanup of a key wins. */
  onTeardown(cleanup: () => unknown, of: Teardown): void;
}

/** When something that a tool opened is to be closed, and the key under which it is held; see `toolSessionKey`. */
export interface Teardown {
  readonly scope: ToolSessionScope;
  readonly key: string;
}

/** A tool as the dispatch runs it, wherever it lives. */
export interface Tool {
  readonly schema: ToolSchema;
  /** The name of the server it was read from; a tool made by `defineTool` has no such key. */
  readonly source?: string;
  /** SHA-256, in hex, of all that its server says of it, which is more than the schema; as `source`, of a server's alone. */
  readonly definition?: string;
  /** Capabilities that are checked beside `tool_call` where the permission checker says that it governs them. */
  readonly capabilities?: readonly string[];
  readonly needs?: CredentialNeed;
  readonly replay?: Replay;
  /** What a person must see and approve first; `undefined` demands nothing. Evaluated once, on the final arguments. */
  checkIn?(args: Json, ctx: ToolContext): CheckInDemand | undefined | PromiseLike<CheckInDemand | undefined>;
  /** The result (any JSON value), or a promise of it. What it throws becomes a tool error the model reads. */
  execute(args: never, ctx: ToolContext): unknown;
}

/** Why a tool wants a person's approval, and what that person is shown. */
export interface CheckInDemand {
  readonly reason: string;
  readonly evidence?: Json;
}
