import type { Json } from './json.js';

/** One tool call as a model proposed it. `id` is the model's own and is unique within the run. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Json;
}

export interface UserMessage {
  readonly role: 'user';
  readonly content: string;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string;
  readonly toolCalls: readonly ToolCall[];
}

/** What a model reads as the result of one call; `content` that is not a string is read as its JSON text. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly content: Json;
  readonly isError: boolean;
}

/** One entry of a conversation. The system prompt is not a message: it belongs to the agent's definition. */
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** Tokens as the model's API counted them, where it says. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}
