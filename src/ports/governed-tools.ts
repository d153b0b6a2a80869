import type { Identity } from '../domain/identity.js';
import type { Json } from '../domain/json.js';
import type { ToolSchema } from '../domain/tool.js';

/** Who is at the door, and for which conversation. */
export interface DoorContext {
  readonly identity?: Identity;
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
}

/** One call that somebody outside proposes. */
export interface DoorCall extends DoorContext {
  readonly name: string;
  readonly args: Json;
}

/** What a call came to. `waiting` names what a person would have to decide, where the door cannot carry the question. */
export type DoorOutcome =
  | { readonly status: 'settled'; readonly content: Json }
  | { readonly status: 'error'; readonly content: Json }
  | { readonly status: 'waiting'; readonly runId: string; readonly question: string };

/**
 * What a door (an MCP server, a console) may ask of the application: the inbound port.
 *
 * Laws:
 * - A call goes the same path as one that an agent's model proposed: the same gates, chain, credentials and ceiling.
 * - `list` shows what this identity would be shown; being shown permits nothing.
 * - A refusal, an unknown tool, nonsense arguments and a tool that fails are outcomes, never exceptions.
 */
export interface GovernedTools {
  list(context: DoorContext): Promise<readonly ToolSchema[]>;
  call(call: DoorCall): Promise<DoorOutcome>;
}
