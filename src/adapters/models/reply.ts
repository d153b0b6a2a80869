import type { Json } from '../../domain/json.js';
import type { ModelReply } from '../../ports/language-model.js';

/** A tool call of a script; without `id` the script numbers it. */
export interface ScriptedCall {
  readonly name: string;
  readonly args: Json;
  readonly id?: string;
}

/** Makes replies for `scripted`. A call without an id keeps an empty one until the script plays it. */
export const reply: {
  text(content: string): ModelReply;
  calls(...calls: readonly ScriptedCall[]): ModelReply;
} = {
  text: (content) => ({ content }),
  calls: (...calls) => ({
    content: '',
    toolCalls: calls.map(({ name, args, id = '' }) => ({ id, name, args })),
  }),
};
