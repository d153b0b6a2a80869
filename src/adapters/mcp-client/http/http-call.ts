import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { HttpBudget } from './http-budget.js';
import type { GivenMessage } from './json-messages.js';

/** A request, from its sending until nothing more is read for its sake. */
export class HttpCall {
  readonly id: RequestId;
  readonly method: string;
  readonly budget: HttpBudget;
  /** Whether it waits for no answer any more. */
  isSettled: boolean = false;
  /** The latest progress that has come and was not handed on yet. */
  progress: GivenMessage | undefined;
  readonly #abort: AbortController = new AbortController();

  constructor(id: RequestId, method: string, maxAnswerBytes: number) {
    this.id = id;
    this.method = method;
    this.budget = new HttpBudget(maxAnswerBytes);
  }

  /** Ends the request, and the reading of its answer. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Takes no answer any more, and closes the connection that it would have come on. */
  giveUp(): void {
    this.isSettled = true;
    this.#abort.abort(new Error('The call was given up.'));
  }
}
