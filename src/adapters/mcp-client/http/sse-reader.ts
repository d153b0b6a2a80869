import { AnswerRefused } from './answer-refused.js';
import type { HttpBudget } from './http-budget.js';
import { SseLines } from './sse-lines.js';
import { TextGatherer } from './text-gatherer.js';
import { TOO_LARGE } from '../result/unusable-answer.js';

const MAX_RETRY_MS = 30_000;

/** An id that can be sent back in a header. */
const SENDABLE_ID = /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/;

/** Reads the messages of an event stream within a budget, and remembers how the stream can be taken up again. */
export class SseReader {
  /** By what the stream can be taken up again; undefined when it cannot be. */
  lastEventId: string | undefined;
  /** How long the server asks to wait before that, in milliseconds; at most 30 s. */
  retryMs: number | undefined;
  /** Whether a message has come, or the place to take the stream up again is another. */
  hasMoved: boolean = false;
  readonly #budget: HttpBudget;
  readonly #lines: SseLines;
  #isFirst = true;
  #first: string | undefined;
  readonly #others: TextGatherer = new TextGatherer();
  #size = 0;
  #type = '';
  #id: string | undefined;

  /** @param before the reader of the stream that this one takes up again */
  constructor(budget: HttpBudget, before?: SseReader) {
    this.#budget = budget;
    this.#lines = new SseLines(budget.maxMessageBytes);
    this.#id = this.lastEventId = before?.lastEventId;
    this.retryMs = before?.retryMs;
  }

  /**
   * The text of the messages that end in this chunk.
   *
   * @throws AnswerRefused when one is too large, or all of them are too many
   */
  *push(chunk: Uint8Array): Generator<string, void> {
    this.#budget.spendBytes(chunk.length);
    for (const line of this.#lines.push(chunk)) {
      if (line !== '') this.#field(line);
      else {
        const message = this.#end();
        if (message !== undefined) yield message;
      }
    }
  }

  #field(line: string): void {
    const text = this.#isFirst && line.startsWith('\ufeff') ? line.slice(1) : line;
    this.#isFirst = false;
    const colon = text.indexOf(':');
    if (colon === 0) return this.#budget.spendEvent();
    const name = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') this.#addData(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id') this.#id = SENDABLE_ID.test(value) ? value : undefined;
    else if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Math.min(Number(value), MAX_RETRY_MS);
  }

  #addData(value: string): void {
    this.#size += value.length + 1;
    if (this.#size > this.#budget.maxMessageBytes + 1) throw new AnswerRefused(TOO_LARGE);
    if (this.#first === undefined) this.#first = value;
    else {
      this.#budget.spendLine();
      this.#others.push(Buffer.from(`\n${value}`));
    }
  }

  #end(): string | undefined {
    const { length } = this.#others;
    const text = length === 0 ? this.#first : `${this.#first}${this.#others.takeText()}`;
    const isMessage = text !== undefined && text !== '' && (this.#type === '' || this.#type === 'message');
    this.#first = undefined;
    this.#size = 0;
    this.#type = '';
    this.hasMoved ||= isMessage || this.lastEventId !== this.#id;
    this.lastEventId = this.#id;
    this.#budget.spendEvent();
    return isMessage ? text : undefined;
  }
}
