import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { deliver } from '../deliver.js';
import { answerCall } from './answer-call.js';
import { checkAnswer } from './http-answer.js';
import type { HttpCall } from './http-call.js';
import { HttpCalls } from './http-calls.js';
import type { HttpEndpoint } from './http-endpoint.js';
import { HttpListener, type ListenerPace } from './http-listener.js';
import { HttpSendError } from './http-send-error.js';
import type { HttpResponse } from './http-send.js';
import { within } from './within.js';

const END_SESSION_MS = 1_000;

/** What a connection by Streamable HTTP is made of. */
export interface HttpTransportParts {
  readonly endpoint: HttpEndpoint;
  /** The largest message that is taken, in bytes after decompression. */
  readonly maxMessageBytes: number;
  /** Closes what the endpoint sends by. */
  readonly disconnect: () => Promise<void>;
  readonly pace?: ListenerPace;
}

/**
 * JSON-RPC over Streamable HTTP. Every request gets one answer, or an error in its place, and costs no more memory than
 * its limit; what goes wrong with one leaves the others and the session alone.
 */
export class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #parts: HttpTransportParts;
  readonly #listener: HttpListener;
  readonly #calls: HttpCalls = new HttpCalls((message) => deliver(this, message));
  readonly #tellings: Set<AbortController> = new Set();
  #closing: Promise<void> | undefined;

  constructor(parts: HttpTransportParts) {
    const { endpoint, maxMessageBytes, pace } = parts;
    this.#parts = parts;
    const take = this.#calls.take.bind(this.#calls);
    this.#listener = new HttpListener(endpoint, maxMessageBytes, take, pace);
  }

  get sessionId(): string | undefined {
    return this.#parts.endpoint.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#parts.endpoint.protocolVersion = version;
  }

  async start(): Promise<void> {
    return;
  }

  /** Resolves when the server has taken the message; its answer comes later. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closing !== undefined) throw new HttpSendError({ code: 'HTTP_CLOSED', sent: false });
    if ('method' in message && 'id' in message) return this.#ask(message, message.id, message.method);
    if ('method' in message && message.method === 'notifications/cancelled') {
      const { requestId } = (message.params ?? {}) as { readonly requestId?: RequestId };
      if (requestId !== undefined) this.#calls.giveUp(requestId);
    }
    await this.#tell(message);
    if ('method' in message && message.method === 'notifications/initialized') void this.#listener.start();
  }

  /** Ends the session on the server, in a second at most, and leaves neither a connection nor a timer. */
  async close(): Promise<void> {
    this.#closing ??= Promise.resolve().then(() => this.#close());
    await this.#closing;
  }

  async #close(): Promise<void> {
    this.#listener.stop();
    this.#calls.giveUpAll();
    this.onclose?.();
    await within(END_SESSION_MS, (signal) => this.#parts.endpoint.end(signal));
    for (const abort of this.#tellings) abort.abort(new Error('The connection is closed.'));
    await this.#parts.disconnect();
  }

  async #ask(message: JSONRPCMessage, id: RequestId, method: string): Promise<void> {
    const { endpoint, maxMessageBytes } = this.#parts;
    const call = this.#calls.begin(id, method, maxMessageBytes);
    try {
      const response = await endpoint.post(message, call.signal);
      checkAnswer(response);
      void this.#answer(response, call);
    } catch (thrown) {
      this.#calls.end(call);
      throw thrown;
    }
  }

  /** Initialising cannot be cancelled: there is no session yet that it could be done in. */
  async #answer(response: HttpResponse, call: HttpCall): Promise<void> {
    const isGivenUp = await answerCall(response, call, this.#calls, this.#parts.endpoint);
    if (!isGivenUp || call.method === 'initialize') return;
    const params = { requestId: call.id, reason: 'Its answer is over the limits of this client.' };
    await this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined);
  }

  async #tell(message: JSONRPCMessage): Promise<void> {
    const abort = new AbortController();
    this.#tellings.add(abort);
    try {
      (await this.#parts.endpoint.post(message, abort.signal)).discard();
    } finally {
      this.#tellings.delete(abort);
    }
  }
}
