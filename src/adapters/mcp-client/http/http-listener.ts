import { setTimeout as delay } from 'node:timers/promises';
import { GatewayAuthorizationRequiredError } from '../errors.js';
import { HttpBudget } from './http-budget.js';
import type { HttpEndpoint } from './http-endpoint.js';
import { jsonMessages, type GivenMessage } from './json-messages.js';
import { mediaType } from './media-type.js';
import { SseReader } from './sse-reader.js';

/** How a stream is opened again, in milliseconds. */
export interface ListenerPace {
  /** The first wait; each next one is twice as long, until an event has come. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** A stream on which not a byte comes for this long is taken for dead. */
  readonly silentMs: number;
}

/** How often it is tried to open a stream that was never offered, where there is no answer. */
const MAX_FIRST_TRIES = 3;

const PACE: ListenerPace = { firstMs: 1_000, longestMs: 30_000, silentMs: 300_000 };

/** Statuses by which a server that did offer the stream says that it will not do so again. */
const FINAL: ReadonlySet<number> = new Set([401, 403, 404, 405, 501]);

/** How one opening of the stream ended. */
type Outcome = 'refused' | 'died' | 'died with events';

/**
 * The stream that a server may offer for its own messages. It is optional: a server that refuses it is left in peace,
 * however it does so. One that did offer it and broke off is asked again, at a pace that slows down.
 */
export class HttpListener {
  readonly #endpoint: HttpEndpoint;
  readonly #maxMessageBytes: number;
  readonly #take: (message: GivenMessage, budget: HttpBudget) => void;
  readonly #pace: ListenerPace;
  #abort: AbortController = new AbortController();
  #running: Promise<void> | undefined;
  #isStopped = false;
  #wasOffered = false;
  #reader: SseReader | undefined;

  constructor(
    endpoint: HttpEndpoint,
    maxMessageBytes: number,
    take: (message: GivenMessage, budget: HttpBudget) => void,
    pace: ListenerPace = PACE,
  ) {
    this.#endpoint = endpoint;
    this.#maxMessageBytes = maxMessageBytes;
    this.#take = take;
    this.#pace = pace;
  }

  /** Listens from now on. Resolves once it listens no more, and never rejects. */
  async start(): Promise<void> {
    this.#running ??= this.#run().catch(() => undefined);
    await this.#running;
  }

  /** Leaves neither a connection nor a timer. */
  stop(): void {
    this.#isStopped = true;
    this.#abort.abort(new Error('The connection is closed.'));
  }

  async #run(): Promise<void> {
    const { firstMs, longestMs } = this.#pace;
    let waitMs = firstMs;
    for (let tries = 1; !this.#isStopped && (this.#wasOffered || tries <= MAX_FIRST_TRIES); tries++) {
      const openedAt = performance.now();
      const outcome = await this.#listen();
      if (outcome === 'refused' || this.#isStopped) return;
      if (outcome === 'died with events' || performance.now() - openedAt > longestMs) waitMs = firstMs;
      this.#abort = new AbortController();
      const { signal } = this.#abort;
      await delay(Math.max(waitMs, this.#reader?.retryMs ?? 0), undefined, { signal });
      waitMs = Math.min(waitMs * 2, longestMs);
    }
  }

  async #listen(): Promise<Outcome> {
    const abort = (this.#abort = new AbortController());
    const silence = setTimeout(() => abort.abort(new Error('Nothing comes.')), this.#pace.silentMs);
    const budget = new HttpBudget(this.#maxMessageBytes);
    try {
      const response = await this.#endpoint.listen(abort.signal, this.#reader?.lastEventId);
      const { status } = response;
      if (status !== 200 || mediaType(response) !== 'text/event-stream') {
        response.discard();
        return !this.#wasOffered || FINAL.has(status) ? 'refused' : 'died';
      }
      this.#wasOffered = true;
      const reader = (this.#reader = new SseReader(budget, this.#reader));
      for await (const chunk of response.body) {
        silence.refresh();
        for (const text of reader.push(chunk)) {
          for (const message of jsonMessages(text)) this.#take(message, budget);
        }
      }
      return reader.hasMoved ? 'died with events' : 'died';
    } catch (thrown) {
      return thrown instanceof GatewayAuthorizationRequiredError ? 'refused' : 'died';
    } finally {
      clearTimeout(silence);
    }
  }
}
