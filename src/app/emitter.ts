import type { EventType, SallyportEvent } from '../domain/events.js';
import type { Clock } from '../ports/clock.js';
import type { EventSink } from '../ports/event-sink.js';
import { isPromiseLike } from './settle.js';

type Listener = (event: SallyportEvent) => unknown;

const NOBODY: readonly Listener[] = [];

/** Carries events to the sinks and to those who subscribed. What a listener throws stays with that listener. */
export class Emitter {
  readonly #sinks: readonly EventSink[];
  readonly #clock: Clock;
  /** Who hears each kind of event, and under `'*'` who hears all. Lists are replaced, never changed. */
  readonly #heard: Map<EventType | '*', readonly Listener[]> = new Map();

  constructor(sinks: readonly EventSink[], clock: Clock) {
    this.#sinks = sinks;
    this.#clock = clock;
    if (sinks.length > 0)
      this.#heard.set(
        '*',
        sinks.map((sink) => (event) => sink.emit(event)),
      );
  }

  /** Whether anybody would hear an event: one that is made often is made only then. */
  get listening(): boolean {
    return this.#heard.size > 0;
  }

  /** The time that events are stamped with. */
  now(): number {
    return this.#clock.now();
  }

  emit(event: SallyportEvent): void {
    if (this.#heard.size === 0) return;
    deliver(this.#heard.get('*') ?? NOBODY, event);
    deliver(this.#heard.get(event.type) ?? NOBODY, event);
  }

  /** Subscribes to one kind of event, or to all with `'*'`. Returns the function that ends the subscription. */
  on(type: EventType | '*', listener: Listener): () => void {
    const subscribed: Listener = (event) => listener(event);
    this.#heard.set(type, [...(this.#heard.get(type) ?? NOBODY), subscribed]);
    return () => {
      const left = (this.#heard.get(type) ?? NOBODY).filter((other) => other !== subscribed);
      if (left.length > 0) this.#heard.set(type, left);
      else this.#heard.delete(type);
    };
  }

  /** Resolves when every sink has passed on what it was given. */
  async flush(): Promise<void> {
    await Promise.all(this.#sinks.map((sink) => sink.flush?.()));
  }
}

function deliver(listeners: readonly Listener[], event: SallyportEvent): void {
  for (const listener of listeners) {
    try {
      const answer: unknown = listener(event);
      if (isPromiseLike(answer)) answer.then(undefined, () => undefined);
    } catch {
      continue;
    }
  }
}
