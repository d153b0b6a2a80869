import type { OpenedCall } from '../../domain/dispatch/state.js';
import { InvalidAnswerError, textOfThrown } from '../../domain/errors.js';
import { frozenJson, shapeOf } from '../../domain/json.js';
import type { ToolCall, Usage } from '../../domain/message.js';
import type { RunEvent } from '../../domain/run/event.js';
import type { ModelReply, ModelRequest } from '../../ports/language-model.js';
import type { Turn } from './turn.js';

/** Asks the model for its next turn. Never throws. */
export async function askModel(turn: Turn, onThrown: (thrown: unknown) => void): Promise<RunEvent> {
  const { definition, run, signal } = turn;
  const { events } = definition;
  const { iteration, runId } = run;
  const began = events.listening ? events.now() : 0;
  const onDelta = (text: string): void =>
    events.emit({ type: 'sallyport.stream.delta', at: events.now(), runId, iteration, text });
  try {
    const event = readReply(await definition.model.generate(requestOf(turn), { signal, onDelta }), turn);
    if (events.listening) reportReply(event, turn, began);
    return event;
  } catch (thrown) {
    onThrown(thrown);
    return {
      type: 'turn.failed',
      failure: { code: 'ERR_MODEL_FAILED', retryable: true, message: textOfThrown(thrown) },
    };
  }
}

function reportReply({ calls, usage }: Replied, { definition, run }: Turn, began: number): void {
  const { events } = definition;
  const at = events.now();
  events.emit({
    type: 'sallyport.model.replied',
    at,
    runId: run.runId,
    iteration: run.iteration,
    toolCalls: calls.length,
    durationMs: at - began,
    ...(usage === undefined ? {} : { usage }),
  });
}

function requestOf({ definition, run, toolbox }: Turn): ModelRequest {
  return {
    ...(definition.modelName === undefined ? {} : { model: definition.modelName }),
    ...(definition.system === undefined ? {} : { system: definition.system }),
    messages: run.messages,
    tools: toolbox.schemas,
  };
}

type Replied = Extract<RunEvent, { type: 'model.replied' }>;

/** The reply as state: call ids made unique, arguments frozen, each call with the plan of the tool it names. */
function readReply(reply: ModelReply, turn: Turn): Replied {
  const { model } = turn.definition;
  if (typeof reply !== 'object' || reply === null || typeof reply.content !== 'string') {
    throw new InvalidAnswerError(`Model "${model.id}"`, shapeOf(reply), '{ content, toolCalls? }');
  }
  const calls = (reply.toolCalls ?? []).map((call) => openCall(call, turn));
  return {
    type: 'model.replied',
    content: reply.content,
    calls,
    ...(reply.usage === undefined ? {} : { usage: readUsage(reply.usage, model.id) }),
  };
}

function openCall(call: ToolCall, { definition, toolbox, callIds }: Turn): OpenedCall {
  const said: { readonly id?: unknown; readonly name?: unknown } =
    typeof call === 'object' && call !== null ? call : {};
  if (typeof said.id !== 'string' || typeof said.name !== 'string') {
    const shape = `a tool call with an id that is ${shapeOf(said.id)} and a name that is ${shapeOf(said.name)}`;
    throw new InvalidAnswerError(
      `Model "${definition.model.id}"`,
      shape,
      '{ id, name, args } with a text each for id and name',
    );
  }
  const entry = toolbox.find(call.name);
  return {
    id: uniqueId(call.id, callIds),
    tool: call.name,
    ...(entry?.tool.source === undefined ? {} : { source: entry.tool.source }),
    args: frozenJson(call.args ?? {}, `The arguments of ${call.name}`),
    plan: entry?.plan ?? definition.unknownPlan,
  };
}

/** Counts that are numbers, and nothing else that a model's API may say beside them. */
function readUsage(usage: Usage, model: string): Usage {
  const { inputTokens, outputTokens } = usage;
  if (Number.isFinite(inputTokens) && Number.isFinite(outputTokens)) return { inputTokens, outputTokens };
  throw new InvalidAnswerError(
    `Model "${model}"`,
    'usage that is no two numbers',
    '{ inputTokens, outputTokens }',
  );
}

function uniqueId(id: string, seen: Set<string>): string {
  let unique = id;
  for (let n = 2; seen.has(unique); n++) unique = `${id}~${n}`;
  seen.add(unique);
  return unique;
}
