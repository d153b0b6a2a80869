import { SallyportError } from '../../domain/errors.js';
import { shapeOf } from '../../domain/json.js';
import type { Message } from '../../domain/message.js';
import * as option from '../../domain/options.js';
import type { LanguageModel, ModelOptions, ModelReply, ModelRequest } from '../../ports/language-model.js';
import { settled } from './settled.js';

/** One turn of a script: the reply, a function that makes it from the request, or an error to throw. */
export type ScriptStep =
  ModelReply | Error | ((request: ModelRequest) => ModelReply | PromiseLike<ModelReply>);

/** A model for tests that plays a script and refuses to leave it. */
export interface ScriptedModel extends LanguageModel {
  /** What it was asked, in order; the unexpected call included. */
  readonly requests: readonly ModelRequest[];
  /** @throws ScriptMismatchError naming every step that no call has used */
  assertConsumed(): void;
}

/** A run did not follow its script. `code: 'ERR_SCRIPT_MISMATCH'`. */
export class ScriptMismatchError extends SallyportError {
  constructor(message: string) {
    super('ERR_SCRIPT_MISMATCH', message);
  }
}

/**
 * A model that answers each call with the next step. A call beyond the last step fails with `ScriptMismatchError`, which
 * says who spoke last but not what was said. Tool calls with an empty id get `call_<step>_<number>`, both from 1.
 */
export function scripted(
  steps: readonly ScriptStep[],
  options: { readonly id?: string } = {},
): ScriptedModel {
  const { id = 'scripted' } = option.checkOptions('scripted', options, { id: option.text });
  return new Script(id, steps);
}

class Script implements ScriptedModel {
  readonly id: string;
  readonly requests: ModelRequest[] = [];
  readonly #steps: readonly ScriptStep[];

  constructor(id: string, steps: readonly ScriptStep[]) {
    this.id = id;
    this.#steps = [...steps];
  }

  async generate(request: ModelRequest, { signal }: ModelOptions): Promise<ModelReply> {
    signal.throwIfAborted();
    this.requests.push({ ...request, messages: [...request.messages] });
    const number = this.requests.length;
    const step = this.#steps[number - 1];
    if (step === undefined) throw this.#unexpected(request.messages);
    if (step instanceof Error) throw step;
    const reply = typeof step === 'function' ? await settled(step(request), signal) : step;
    return this.#played(reply, number);
  }

  assertConsumed(): void {
    const left = this.#steps.slice(this.requests.length);
    if (left.length === 0) return;
    const names = left.map((step, i) => `${this.requests.length + i + 1} (${nameOf(step)})`).join(', ');
    throw new ScriptMismatchError(
      `The script "${this.id}" has ${this.#steps.length} steps, of which these were not used: ${names}. ` +
        'Remove them, or find out why the run ended early.',
    );
  }

  #unexpected(messages: readonly Message[]): ScriptMismatchError {
    const last = messages.slice(-3).map(speakerOf).join(', ');
    return new ScriptMismatchError(
      `The script "${this.id}" has ${this.#steps.length} steps, and was asked for number ${this.requests.length}. ` +
        `The last messages were: ${last === '' ? 'none' : last}. Add a step, or find out why the run goes on.`,
    );
  }

  #played(reply: ModelReply, number: number): ModelReply {
    if (typeof (reply as ModelReply | undefined)?.content !== 'string') {
      throw new ScriptMismatchError(
        `Step ${number} of the script "${this.id}" gave ${shapeOf(reply)}; a reply is { content, toolCalls?, usage? }.`,
      );
    }
    if (reply.toolCalls === undefined) return reply;
    const toolCalls = reply.toolCalls.map((call, i) =>
      call.id === '' ? { ...call, id: `call_${number}_${i + 1}` } : call,
    );
    return { ...reply, toolCalls };
  }
}

function speakerOf(message: Message): string {
  if (message.role === 'tool') return `tool (${message.toolName})`;
  if (message.role === 'assistant' && message.toolCalls.length > 0) {
    return `assistant (calls ${message.toolCalls.map(({ name }) => name).join(', ')})`;
  }
  return message.role;
}

function nameOf(step: ScriptStep): string {
  if (step instanceof Error) return `throws ${step.name}`;
  if (typeof step === 'function') return step.name === '' ? 'a function' : `function ${step.name}`;
  const calls = step.toolCalls ?? [];
  return calls.length === 0 ? 'text' : `calls ${calls.map(({ name }) => name).join(', ')}`;
}
