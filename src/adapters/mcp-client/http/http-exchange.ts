import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { HttpBody } from './http-body.js';

/** The beginning of an answer: its status and its headers. */
export interface HttpHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** One request on a connection of undici's, from being handed over to the end of its answer's body. */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly body: HttpBody = new HttpBody();
  /** Resolves with the beginning of the answer; rejects when there is none. */
  readonly head: Promise<HttpHead>;
  readonly #signal: AbortSignal;
  #answer: (head: HttpHead) => void = () => undefined;
  #fail: (thrown: Error) => void = () => undefined;
  #isSent = false;

  /** @param signal ends the exchange, whatever it is at */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    this.head = new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#fail = reject;
    });
    signal.addEventListener('abort', this.#giveUp);
  }

  /** False while there is no connection yet, so that not a byte of the request can have reached the server. */
  get isSent(): boolean {
    return this.#isSent;
  }

  readonly #giveUp = (): void => {
    const reason = this.#signal.reason as Error;
    this.#fail(reason);
    this.body.giveUp();
    this.#end(reason);
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.body.begin(controller);
    if (this.#signal.aborted) controller.abort(this.#signal.reason as Error);
    else this.#isSent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status >= 200) this.#answer({ status, headers });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.body.push(chunk);
  }

  onResponseEnd(): void {
    this.#signal.removeEventListener('abort', this.#giveUp);
    this.body.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, thrown: Error): void {
    this.#end(thrown);
  }

  #end(thrown: Error): void {
    this.#signal.removeEventListener('abort', this.#giveUp);
    this.#fail(thrown);
    this.body.fail(thrown);
  }
}
