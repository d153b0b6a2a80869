import type { Identity } from '../domain/identity.js';
import type { Json } from '../domain/json.js';
import type { PermissionDecision, PermissionResult } from '../domain/verdict.js';
import type { Awaitable } from './awaitable.js';

/** What is asked: may this identity use this tool (`tool_call`), or this capability that the tool declares? */
export interface PermissionRequest {
  readonly capability: string;
  /** The tool's name. */
  readonly target: string;
  /** The server the tool was read from; absent for a tool of the application's own. */
  readonly source?: string | undefined;
  readonly toolCallId: string;
  readonly args: Json;
  readonly iteration: number;
  readonly identity?: Identity | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Who may use what.
 *
 * Laws:
 * - The answer depends on the request and the policy alone, and checking changes nothing.
 * - There is no ask: `deny` is final for the call, `halt` also ends the run, `gate_open` allows and names its gate.
 * - What the checker does not know it denies; a checker that throws denies.
 * - A declared capability is checked only when `governs` says that the policy has rules for it.
 */
export interface PermissionChecker {
  /** The name that events and refusals carry. */
  readonly name: string;
  check(request: PermissionRequest): Awaitable<PermissionDecision | PermissionResult>;
  governs?(capability: string): boolean;
}
