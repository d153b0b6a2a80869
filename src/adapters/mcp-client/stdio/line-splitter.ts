const NEWLINE = 0x0a;
const KEPT_ENDS = 1_024;

/** What came out of a stream: a line, or the two ends of one that was too long to keep. */
export type SplitLine = { readonly text: string } | { readonly head: string; readonly tail: string };

/**
 * Cuts a byte stream into lines, in time linear in what comes in. Of a line over the limit only its ends are kept, so
 * that memory stays bounded and the reader can still tell what it was about.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #head: Buffer | undefined;
  #tail: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that end in this chunk. */
  push(chunk: Buffer): readonly SplitLine[] {
    const lines: SplitLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, at));
      lines.push(this.#end());
      from = at + 1;
    }
    this.#take(chunk.subarray(from));
    return lines;
  }

  #take(part: Buffer): void {
    if (part.length === 0) return;
    if (this.#head !== undefined) {
      this.#tail = Buffer.concat([this.#tail, part.subarray(-KEPT_ENDS)]).subarray(-KEPT_ENDS);
      return;
    }
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) return;
    const whole = Buffer.concat(this.#parts);
    this.#head = Buffer.from(whole.subarray(0, KEPT_ENDS));
    this.#tail = Buffer.from(whole.subarray(-KEPT_ENDS));
    this.#parts = [];
  }

  #end(): SplitLine {
    const head = this.#head;
    const line: SplitLine =
      head === undefined
        ? { text: Buffer.concat(this.#parts).toString('utf8') }
        : { head: head.toString('latin1'), tail: this.#tail.toString('latin1') };
    this.#parts = [];
    this.#bytes = 0;
    this.#head = undefined;
    this.#tail = Buffer.alloc(0);
    return line;
  }
}
