import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { RpcClosedError, RpcError, RpcTimeoutError } from './rpc-errors.js';

/** How a request is waited for. Times are in milliseconds. */
export interface RpcOptions {
  /** Given up by its caller: it is cancelled on the wire, and a late answer is dropped. */
  readonly signal?: AbortSignal | undefined;
  /** How long it may take without a sign of progress. */
  readonly idleMs: number;
  /** How long it may take whatever its progress; without limit unless given. */
  readonly maxMs?: number;
}

/** A request that waits for its answer. */
interface Waiting {
  readonly options: RpcOptions;
  readonly until: number;
  readonly settle: (answer: { readonly result: unknown } | { readonly thrown: unknown }) => void;
  timer: NodeJS.Timeout;
}

/** What is told to the server, in place of the caller's own reason. */
const CANCELLED = 'The caller gave up.';

/**
 * Requests over an initialised transport, each with one outcome. The protocol's client has initialised it and goes on
 * serving whatever else comes; it would check every answer against three schemas, and cost more than the request.
 */
export class RpcCalls {
  readonly #transport: Transport;
  readonly #waiting: Map<number, Waiting> = new Map();
  #lastId = 0;

  constructor(transport: Transport) {
    const { onmessage, onclose } = transport;
    this.#transport = transport;
    transport.onmessage = (message, extra) => {
      if (!this.#take(message)) onmessage?.(message, extra);
    };
    transport.onclose = () => {
      for (const waiting of this.#waiting.values()) waiting.settle({ thrown: new RpcClosedError() });
      onclose?.();
    };
  }

  /**
   * @returns the result, whatever it is
   * @throws RpcError, RpcTimeoutError, RpcClosedError, the signal's reason, and what the transport throws
   */
  request(method: string, params: Record<string, unknown>, options: RpcOptions): Promise<unknown> {
    const { signal, idleMs, maxMs = Infinity } = options;
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => this.#cancel(id, signal?.reason);
      const timer = setTimeout(() => this.#cancel(id, new RpcTimeoutError()), Math.min(idleMs, maxMs));
      const settle: Waiting['settle'] = (answer) => {
        this.#waiting.delete(id);
        clearTimeout(waiting.timer);
        signal?.removeEventListener('abort', giveUp);
        if ('result' in answer) resolve(answer.result);
        else reject(answer.thrown);
      };
      const waiting: Waiting = { options, until: performance.now() + maxMs, settle, timer };
      this.#waiting.set(id, waiting);
      signal?.addEventListener('abort', giveUp);
      const message = {
        jsonrpc: '2.0',
        id,
        method,
        params: { ...params, _meta: { progressToken: id } },
      } as const;
      this.#transport.send(message).catch((thrown: unknown) => settle({ thrown }));
    });
  }

  /** Returns whether the message was about a request of these. */
  #take(message: JSONRPCMessage): boolean {
    if ('method' in message) {
      const token =
        message.method === 'notifications/progress' ? message.params?.['progressToken'] : undefined;
      const waiting = this.#waiting.get(token as number);
      if (waiting !== undefined) this.#renew(token as number, waiting);
      return waiting !== undefined;
    }
    const waiting = this.#waiting.get(message.id as number);
    if (waiting === undefined) return typeof message.id === 'number' && message.id > 0;
    if ('result' in message) waiting.settle({ result: message.result });
    else {
      const { code, message: text, data } = message.error;
      waiting.settle({ thrown: new RpcError(code, text, data) });
    }
    return true;
  }

  #renew(id: number, waiting: Waiting): void {
    clearTimeout(waiting.timer);
    const left = Math.max(0, Math.min(waiting.options.idleMs, waiting.until - performance.now()));
    waiting.timer = setTimeout(() => this.#cancel(id, new RpcTimeoutError()), left);
  }

  #cancel(id: number, thrown: unknown): void {
    this.#waiting.get(id)?.settle({ thrown });
    const params = { requestId: id, reason: CANCELLED };
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params } as const;
    void this.#transport.send(message).catch(() => undefined);
  }
}
