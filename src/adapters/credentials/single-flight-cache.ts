import type { Clock } from '../../ports/clock.js';
import { orAborted } from './or-aborted.js';

/** A value and when it ends, in milliseconds since the epoch. Without an end it is not kept. */
export interface Expiring {
  readonly expiresAt?: number;
}

/** How one value is asked for. */
export interface CacheRequest<Value> {
  /** Drops the kept value, which was refused, and fetches another. */
  readonly force: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Fetches a fresh value. Its signal aborts when nobody waits for it any more. */
  readonly fetch: (signal: AbortSignal) => Promise<Value>;
}

interface Flight<Value> {
  readonly promise: Promise<Value>;
  readonly stop: AbortController;
  waiting: number;
}

const MAX_ENTRIES = 1_000;

/**
 * Values by key, each fetched once however many ask at the same time, and kept until `skewMs` before its end. A failure
 * is not kept. A caller's abort ends that caller's wait; the fetch goes on for the others. At most 1,000 values are kept,
 * the oldest goes first.
 */
export class SingleFlightCache<Value extends Expiring> {
  readonly #clock: Clock;
  readonly #skewMs: number;
  readonly #kept = new Map<string, { readonly value: Value; readonly flight: number }>();
  readonly #flights = new Map<string, Flight<Value>>();
  #launched = 0;

  constructor(clock: Clock, skewMs: number) {
    this.#clock = clock;
    this.#skewMs = skewMs;
  }

  async get(key: string, { force, signal, fetch }: CacheRequest<Value>): Promise<Value> {
    signal?.throwIfAborted();
    if (force) this.#kept.delete(key);
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.#isFresh(kept.value)) return kept.value;
    const forced = `force ${key}`;
    const flightKey = force || this.#flights.has(forced) ? forced : `get ${key}`;
    const flight = this.#flights.get(flightKey) ?? this.#launch(key, flightKey, fetch);
    flight.waiting++;
    try {
      return await orAborted(signal, flight.promise);
    } finally {
      flight.waiting--;
      if (flight.waiting === 0) {
        this.#forget(flightKey, flight);
        flight.stop.abort();
      }
    }
  }

  #launch(key: string, flightKey: string, fetch: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const number = ++this.#launched;
    const stop = new AbortController();
    const promise = fetch(stop.signal).then((value) => {
      this.#keep(key, value, number);
      return value;
    });
    const flight: Flight<Value> = { promise, stop, waiting: 0 };
    this.#flights.set(flightKey, flight);
    const landed = (): void => this.#forget(flightKey, flight);
    promise.then(landed, landed);
    return flight;
  }

  #forget(flightKey: string, flight: Flight<Value>): void {
    if (this.#flights.get(flightKey) === flight) this.#flights.delete(flightKey);
  }

  /** Keeps a value unless a later flight's is kept already. */
  #keep(key: string, value: Value, flight: number): void {
    const before = this.#kept.get(key);
    if (before !== undefined && before.flight > flight) return;
    this.#kept.delete(key);
    if (!this.#isFresh(value)) return;
    this.#kept.set(key, { value, flight });
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MAX_ENTRIES && oldest.done !== true) this.#kept.delete(oldest.value);
  }

  #isFresh({ expiresAt }: Value): boolean {
    return expiresAt !== undefined && this.#clock.now() < expiresAt - this.#skewMs;
  }
}
