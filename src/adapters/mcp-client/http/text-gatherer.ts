import { StringDecoder } from 'node:string_decoder';

const BLOCK_BYTES = 16 * 1024;

/**
 * Gathers bytes as UTF-8 text. What is held is as large as what came in, in however many pieces that was: small pieces
 * are put together in a block first.
 */
export class TextGatherer {
  readonly #decoder: StringDecoder = new StringDecoder('utf8');
  #block: Buffer | undefined;
  #used = 0;
  #text = '';
  #length = 0;

  /** How many bytes were gathered. */
  get length(): number {
    return this.#length;
  }

  push(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#used + bytes.length > BLOCK_BYTES) this.#flush();
    if (bytes.length > BLOCK_BYTES) {
      this.#text += this.#decoder.write(asBuffer(bytes));
      return;
    }
    this.#block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#block.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** What was gathered; begins anew. */
  takeText(): string {
    this.#flush();
    const text = this.#text + this.#decoder.end();
    this.#text = '';
    this.#length = 0;
    return text;
  }

  #flush(): void {
    if (this.#block !== undefined) this.#text += this.#decoder.write(this.#block.subarray(0, this.#used));
    this.#used = 0;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
