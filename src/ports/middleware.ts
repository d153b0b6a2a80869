import type { Identity } from '../domain/identity.js';
import type { Json } from '../domain/json.js';
import type { Message } from '../domain/message.js';
import type { MessageOutcome, ToolOutcome, ToolResultOutcome } from '../domain/verdict.js';
import type { Awaitable } from './awaitable.js';

/** What a link sees of one call. `args` is frozen: a change is made by answering `allow(value, why)`. */
export interface ToolCallContext {
  readonly toolName: string;
  /** The server the tool was read from; absent for a tool of the application's own. */
  readonly toolSource?: string | undefined;
  readonly toolCallId: string;
  readonly iteration: number;
  readonly args: Json;
  /** The messages of the turns before this one. */
  readonly history: readonly Message[];
  readonly identity?: Identity | undefined;
  readonly signal?: AbortSignal;
}

/** What a link sees of one result, before the ceiling. */
export interface ToolResultContext extends ToolCallContext {
  readonly result: Json;
}

/** What a link sees of a message's text. */
export interface MessageContext {
  readonly text: string;
  readonly history: readonly Message[];
  readonly identity?: Identity | undefined;
  readonly signal?: AbortSignal;
}

/**
 * One link of the tool chain.
 *
 * Laws:
 * - Links see a call in the order in which they were added, and its result in reverse; the first that does not allow wins.
 * - A link that throws, or answers anything but an outcome, denies.
 * - `onToolResult` is called only for a call that executed.
 */
export interface ToolMiddleware {
  readonly name: string;
  onToolCall?(context: ToolCallContext): Awaitable<ToolOutcome>;
  onToolResult?(context: ToolResultContext): Awaitable<ToolResultOutcome>;
}

/** One link of the message chain: what the user says, and what the agent answers. A link that throws denies. */
export interface MessageMiddleware {
  readonly name: string;
  onInput?(context: MessageContext): Awaitable<MessageOutcome>;
  onOutput?(context: MessageContext): Awaitable<MessageOutcome>;
}
