import { AnswerRefused } from './answer-refused.js';
import { TextGatherer } from './text-gatherer.js';
import { TOO_LARGE } from '../result/unusable-answer.js';

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;

/** What a line may hold beside the value that the limit is for: the name of its field. */
const FIELD_NAME_BYTES = 64;

/**
 * Cuts the bytes of an event stream into lines, which end in CR, LF or both. Of a comment no more is kept than its
 * colon, however long it is.
 */
export class SseLines {
  readonly #maxBytes: number;
  readonly #line: TextGatherer = new TextGatherer();
  #isComment = false;
  #isAfterCr = false;

  constructor(maxValueBytes: number) {
    this.#maxBytes = maxValueBytes + FIELD_NAME_BYTES;
  }

  /**
   * The lines that end in this chunk.
   *
   * @throws AnswerRefused when a line is over the limit
   */
  *push(chunk: Uint8Array): Generator<string, void> {
    let from = 0;
    let cr = -2;
    let lf = -2;
    for (;;) {
      if (this.#isAfterCr && from < chunk.length) {
        if (chunk[from] === LF) from++;
        this.#isAfterCr = false;
      }
      if (cr !== -1 && cr < from) cr = chunk.indexOf(CR, from);
      if (lf !== -1 && lf < from) lf = chunk.indexOf(LF, from);
      const isCr = cr !== -1 && (lf === -1 || cr < lf);
      const end = isCr ? cr : lf;
      if (end === -1) return this.#take(chunk.subarray(from));
      this.#take(chunk.subarray(from, end));
      this.#isAfterCr = isCr;
      this.#isComment = false;
      from = end + 1;
      yield this.#line.takeText();
    }
  }

  #take(part: Uint8Array): void {
    if (part.length === 0 || this.#isComment) return;
    this.#isComment = this.#line.length === 0 && part[0] === COLON;
    if (this.#line.length + part.length > this.#maxBytes && !this.#isComment) {
      throw new AnswerRefused(TOO_LARGE);
    }
    this.#line.push(this.#isComment ? part.subarray(0, 1) : part);
  }
}
