import type { Dispatcher } from 'undici';

/** How much may lie here unread before the connection is told to wait. */
const HELD_BYTES = 64 * 1024;

/** What is read of a body that nobody wants, so that its connection can be used again; then it is closed. */
const DISCARDED_BYTES = 64 * 1024;
const DISCARD_MS = 1_000;

/** The body of an answer as it comes in, at the pace of its one reader. To stop reading closes the connection. */
export class HttpBody implements AsyncIterableIterator<Uint8Array> {
  #controller: Dispatcher.DispatchController | undefined;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #end: { readonly thrown?: Error } | undefined;
  #wake: (() => void) | undefined;
  #discard: { left: number; readonly timer: NodeJS.Timeout } | undefined;

  begin(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  push(chunk: Uint8Array): void {
    if (this.#discard !== undefined) {
      this.#discard.left -= chunk.length;
      if (this.#discard.left < 0) this.giveUp();
      return;
    }
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes > HELD_BYTES) this.#controller?.pause();
    this.#wake?.();
  }

  end(): void {
    this.#finish({});
  }

  fail(thrown: Error): void {
    this.#finish({ thrown });
  }

  /** Closes the connection, unless the body has come whole. */
  giveUp(): void {
    clearTimeout(this.#discard?.timer);
    if (this.#end === undefined) this.#controller?.abort(new Error('The answer is not read on.'));
  }

  /** Lets the body pass unread. Takes no time and never throws. */
  discard(): void {
    if (this.#end !== undefined) return;
    const timer = setTimeout(() => this.giveUp(), DISCARD_MS);
    this.#discard = { left: DISCARDED_BYTES, timer };
    this.#held = [];
    this.#controller?.resume();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.#held.length === 0) {
      if (this.#end?.thrown !== undefined) throw this.#end.thrown;
      if (this.#end !== undefined) return { done: true, value: undefined };
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const value = this.#held.shift() as Uint8Array;
    this.#heldBytes -= value.length;
    if (this.#heldBytes <= HELD_BYTES) this.#controller?.resume();
    return { done: false, value };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.giveUp();
    this.#held = [];
    return { done: true, value: undefined };
  }

  #finish(end: { readonly thrown?: Error }): void {
    this.#end ??= end;
    clearTimeout(this.#discard?.timer);
    this.#wake?.();
  }
}
