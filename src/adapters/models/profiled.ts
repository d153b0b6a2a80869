import type { Message, ToolCall } from '../../domain/message.js';
import { modelTools, type ModelTools } from '../../domain/model-profile/model-tools.js';
import { MODEL_PROFILES, type ModelProfile } from '../../domain/model-profile/profile.js';
import type { ToolNames } from '../../domain/model-profile/tool-names.js';
import * as option from '../../domain/options.js';
import type { LanguageModel, ModelOptions, ModelReply, ModelRequest } from '../../ports/language-model.js';

/**
 * The model, told tools in the names and schemas that its provider takes. The calls in its replies, and everything
 * outside, have the tools' own names; a call of a name that it was not told passes as it is. What a schema cannot say to
 * the provider is still enforced, since calls are checked against the tool's own schema.
 *
 * @throws InvalidOptionError for what is no model, and for an unknown profile
 */
export function withModelProfile(model: LanguageModel, profile: ModelProfile): LanguageModel {
  option.checkOptions(
    'withModelProfile',
    { model, profile },
    {
      model: option.required(option.having('a LanguageModel', 'generate')),
      profile: option.required(option.oneOf(...MODEL_PROFILES)),
    },
  );
  /** What the latest list of tools is told as; an agent gives the same list turn after turn. */
  let last: { readonly of: ModelRequest['tools']; readonly told: ModelTools } | undefined;
  return {
    id: model.id,
    generate: async (request, options) => {
      if (last?.of !== request.tools) last = { of: request.tools, told: modelTools(request.tools, profile) };
      return replied(model, request, options, last.told);
    },
  };
}

async function replied(
  model: LanguageModel,
  request: ModelRequest,
  options: ModelOptions,
  { tools, names }: ModelTools,
): Promise<ModelReply> {
  const messages = request.messages.map((message) => told(message, names));
  const reply = await model.generate({ ...request, messages, tools }, options);
  if (!Array.isArray(reply?.toolCalls)) return reply;
  const toolCalls = reply.toolCalls.map((call: ToolCall) => ({
    ...call,
    name: names.fromModel(call.name) ?? call.name,
  }));
  return { ...reply, toolCalls };
}

function told(message: Message, { toModel }: ToolNames): Message {
  if (message.role === 'tool') return { ...message, toolName: toModel(message.toolName) };
  if (message.role !== 'assistant' || message.toolCalls.length === 0) return message;
  return { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, name: toModel(call.name) })) };
}
