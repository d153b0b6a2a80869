import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { HttpSendError } from './http-send-error.js';
import type { HttpResponse, HttpSend } from './http-send.js';
import { SessionLostError } from './session-lost-error.js';

const NOT_FOUND = 404;

/** Where a server is, and what is needed to speak to it. */
export interface HttpEndpointFacts {
  readonly url: URL;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly send: HttpSend;
}

/** The one URL of a server, and the session that is held there. */
export class HttpEndpoint {
  sessionId: string | undefined;
  protocolVersion: string | undefined;
  readonly #facts: HttpEndpointFacts;

  constructor(facts: HttpEndpointFacts) {
    this.#facts = facts;
  }

  /**
   * Sends one message. The answer is a success. Initialising begins a session, and is sent in none.
   *
   * @throws SessionLostError when the session is not known any more
   * @throws HttpSendError when there is no answer, or one of another status
   */
  async post(message: JSONRPCMessage, signal: AbortSignal): Promise<HttpResponse> {
    const isInitialize = 'method' in message && message.method === 'initialize';
    if (isInitialize) this.sessionId = this.protocolVersion = undefined;
    const { sessionId } = this;
    const response = await this.#facts.send({
      method: 'POST',
      url: this.#facts.url,
      headers: {
        ...this.#headers(),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
      signal,
    });
    const { status } = response;
    if (status < 200 || status > 299) {
      response.discard();
      if (status === NOT_FOUND && sessionId !== undefined) throw new SessionLostError(status);
      throw new HttpSendError({ code: 'HTTP_STATUS', sent: true, status });
    }
    if (this.sessionId === undefined || isInitialize) this.sessionId = response.header('mcp-session-id');
    return response;
  }

  /** Opens a stream of the server's messages, or takes one up again behind an event. The answer may be of any status. */
  async listen(signal: AbortSignal, lastEventId?: string): Promise<HttpResponse> {
    const headers = {
      ...this.#headers(),
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    return this.#facts.send({ method: 'GET', url: this.#facts.url, headers, signal });
  }

  /** Ends the session, where there is one. However that is answered, it is done. */
  async end(signal: AbortSignal): Promise<void> {
    if (this.sessionId === undefined) return;
    const headers = this.#headers();
    (await this.#facts.send({ method: 'DELETE', url: this.#facts.url, headers, signal })).discard();
  }

  #headers(): Record<string, string> {
    const { sessionId, protocolVersion } = this;
    return {
      ...(sessionId === undefined ? {} : { 'mcp-session-id': sessionId }),
      ...(protocolVersion === undefined ? {} : { 'mcp-protocol-version': protocolVersion }),
      ...this.#facts.headers,
    };
  }
}
