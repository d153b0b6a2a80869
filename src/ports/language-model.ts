import type { Message, ToolCall, Usage } from '../domain/message.js';
import type { ToolSchema } from '../domain/tool.js';

/** One turn for the model. Nothing in it may be changed by the adapter. */
export interface ModelRequest {
  /** The vendor's model id, where the agent names one. */
  readonly model?: string;
  readonly system?: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSchema[];
}

/** What the model answered: text, tool calls, or both. */
export interface ModelReply {
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly usage?: Usage;
}

export interface ModelOptions {
  readonly signal: AbortSignal;
  /** Called with text as it arrives, where the model streams. */
  readonly onDelta?: (text: string) => void;
}

/**
 * A model that can call tools.
 *
 * Laws:
 * - One `generate` is one turn: the adapter runs no tool and keeps no conversation.
 * - Every tool call carries an id that its result must answer to.
 * - A request the vendor refuses, and an answer that is not one, are errors that name the cause without the payload.
 * - An abort ends the request promptly.
 */
export interface LanguageModel {
  readonly id: string;
  generate(request: ModelRequest, options: ModelOptions): Promise<ModelReply>;
}
