import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../result/content-block.js';
import type { HttpBudget } from './http-budget.js';
import { HttpCall } from './http-call.js';
import type { GivenMessage } from './json-messages.js';
import { unusable, type UnusableAnswer } from '../result/unusable-answer.js';
import { usableAnswer } from '../result/usable-answer.js';

const PROGRESS = 'notifications/progress';
/** What a server logs; nobody reads it here. */
const LOG = 'notifications/message';

/** The calls of a connection that are under way. Each is answered once, and what answers none of them is let pass. */
export class HttpCalls {
  readonly #deliver: (message: JSONRPCMessage) => void;
  readonly #calls: Map<string, HttpCall> = new Map();

  /** @param deliver takes what is handed on; never throws */
  constructor(deliver: (message: JSONRPCMessage) => void) {
    this.#deliver = deliver;
  }

  begin(id: RequestId, method: string, maxAnswerBytes: number): HttpCall {
    const call = new HttpCall(id, method, maxAnswerBytes);
    this.#calls.set(String(id), call);
    return call;
  }

  /** Nothing more is read for the call's sake. */
  end(call: HttpCall): void {
    call.isSettled = true;
    this.#calls.delete(String(call.id));
  }

  /** Closes the connection of a call that nobody waits for any more. */
  giveUp(id: RequestId): void {
    this.#calls.get(String(id))?.giveUp();
  }

  giveUpAll(): void {
    for (const call of this.#calls.values()) call.giveUp();
  }

  /** Hands on an error in place of an answer, where there was none. */
  fail(call: HttpCall, why: UnusableAnswer): void {
    if (!call.isSettled) this.#settle(call, unusable(call.id, why));
  }

  /**
   * Takes in what a server wrote.
   *
   * @param own the call on whose stream it came, where it did; an error that names no request is for that one
   * @throws AnswerRefused when it is a request that is over the budget
   */
  take(message: GivenMessage, budget: HttpBudget, own?: HttpCall): void {
    const { jsonrpc, method, id, error } = message;
    if (method !== undefined) {
      if (jsonrpc !== '2.0') return;
      if (id !== undefined) budget.spendRequest();
      if (method === PROGRESS && own !== undefined) this.#hold(message, own);
      else if (method !== LOG) this.#deliver(message as JSONRPCMessage);
      return;
    }
    const isNameless = (id === null || id === undefined) && error !== undefined;
    const call = isNameless ? own : this.#calls.get(String(id));
    if (call === undefined || call.isSettled) return;
    this.#settle(call, usableAnswer({ ...message, id: call.id }));
  }

  /** Hands on the latest progress of a call, of all that has come since the last time. */
  flush(call: HttpCall): void {
    const { progress } = call;
    call.progress = undefined;
    if (progress !== undefined) this.#deliver(progress as JSONRPCMessage);
  }

  #hold(message: GivenMessage, call: HttpCall): void {
    if (call.progress !== undefined && tokenOf(call.progress) !== tokenOf(message)) this.flush(call);
    call.progress = message;
  }

  #settle(call: HttpCall, answer: JSONRPCMessage): void {
    this.flush(call);
    call.isSettled = true;
    this.#deliver(answer);
  }
}

function tokenOf({ params }: GivenMessage): unknown {
  return isObject(params) ? params['progressToken'] : undefined;
}
