import { AnswerRefused } from './answer-refused.js';
import { FLOODED } from '../result/unusable-answer.js';

/** How many events a server may send beside one answer: progress, messages and comments. */
export const MAX_EVENTS = 100_000;

/** A request of the server's is answered, and so costs this many events beside the one that it is. */
const REQUEST_EVENTS = 99;

/** A message may be written in many lines, of which most servers need one. */
const LINE_EVENTS = 0.1;

/** How much a server may send beside one answer, in bytes. */
const BESIDE_BYTES = 16 * 1024 * 1024;

/** What may be read for the sake of one call, however many streams it comes on. */
export class HttpBudget {
  /** The largest single message, in bytes after decompression. */
  readonly maxMessageBytes: number;
  #bytes: number;
  #events: number = MAX_EVENTS;

  constructor(maxMessageBytes: number) {
    this.maxMessageBytes = maxMessageBytes;
    this.#bytes = maxMessageBytes + BESIDE_BYTES;
  }

  /** @throws AnswerRefused when that many bytes are over the budget */
  spendBytes(count: number): void {
    this.#bytes -= count;
    if (this.#bytes < 0) throw new AnswerRefused(FLOODED);
  }

  /** @throws AnswerRefused when one event more is over the budget */
  spendEvent(): void {
    this.#spendEvents(1);
  }

  /** @throws AnswerRefused when one request of the server's more is over the budget */
  spendRequest(): void {
    this.#spendEvents(REQUEST_EVENTS);
  }

  /** @throws AnswerRefused when one line more of a message that has several is over the budget */
  spendLine(): void {
    this.#spendEvents(LINE_EVENTS);
  }

  #spendEvents(count: number): void {
    this.#events -= count;
    if (this.#events < 0) throw new AnswerRefused(FLOODED);
  }
}
