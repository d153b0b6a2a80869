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
  /** Who hears all, and who hears each kind of event. Lists are replaced, never changed. */
  #all: readonly Listener[];
  readonly #some: Map<EventType, readonly Listener[]> = new Map();

  constructor(sinks: readonly EventSink[], clock: Clock) {
    this.#sinks = sinks;
    this.#clock = clock;
    this.#all = sinks.map((sink) => (event) => sink.emit(event));
  }

  /** Whether anybody would hear an event: one that is made often is made only then. */
  get listening(): boolean {
    return this.#all.length > 0 || this.#some.size > 0;
  }

  /** The time that events are stamped with. */
  now(): number {
    return this.#clock.now();
  }

  emit(event: SallyportEvent): void {
    deliver(this.#all, event);
    if (this.#some.size > 0) deliver(this.#some.get(event.type) ?? NOBODY, event);
  }

  /** Subscribes to one kind of event, or to all with `'*'`. Returns the function that ends the subscription. */
  on(type: EventType | '*', listener: Listener): () => void {
    const subscribed: Listener = (event) => listener(event);
    this.#set(type, [...this.#get(type), subscribed]);
    return () => {
      this.#set(
        type,
        this.#get(type).filter((other) => other !== subscribed),
      );
    };
  }

  #get(type: EventType | '*'): readonly Listener[] {
    return type === '*' ? this.#all : (this.#some.get(type) ?? NOBODY);
  }

  #set(type: EventType | '*', listeners: readonly Listener[]): void {
    if (type === '*') this.#all = listeners;
    else if (listeners.length > 0) this.#some.set(type, listeners);
    else this.#some.delete(type);
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
