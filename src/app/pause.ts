import { frozenJson, type Json } from '../domain/json.js';

const PAUSE: unique symbol = Symbol.for('sallyport.pause');

/** What `pauseHere` throws to leave the tool; the dispatch turns it into a suspended call. */
class PauseRequest extends Error {
  readonly data: Json;

  constructor(data: Json) {
    super('The tool paused for an answer. This is thrown to leave the tool and is not to be caught.');
    this.name = 'PauseRequest';
    this.data = data;
    Object.defineProperty(this, PAUSE, { value: true });
  }
}

/**
 * Leaves the tool and suspends the run until somebody answers; the answer is the tool's result. The tool is not entered
 * again, so nothing after this line runs.
 *
 * @param data what the person who answers is shown; JSON
 */
export function pauseHere(data: unknown): never {
  throw new PauseRequest(frozenJson(data, 'pauseHere(data)'));
}

/** Asks a person a question in words; see {@link pauseHere}. */
export function askHuman(question: string): never {
  return pauseHere({ question });
}

export function isPauseRequest(thrown: unknown): thrown is PauseRequest {
  return typeof thrown === 'object' && thrown !== null && PAUSE in thrown;
}
