const OFFSET_HIGH = 0xcbf29ce4;
const OFFSET_LOW = 0x84222325;
const PRIME_LOW = 0x1b3;
const TWO_TO_32 = 2 ** 32;

/**
 * Ten characters of `0-9a-v` that depend on the texts alone, so that every process makes the same of them: 50 bits of
 * 64-bit FNV-1a over the UTF-16 code units, with a boundary between the texts. It tells names apart; it is no
 * protection against somebody who looks for two texts of one hash.
 */
export function stableHash(...texts: readonly string[]): string {
  let high = OFFSET_HIGH;
  let low = OFFSET_LOW;
  const take = (byte: number): void => {
    const mixed = (low ^ byte) >>> 0;
    // The prime is 2^40 + 0x1b3. Every sum stays below 2^53, so that doubles hold it exactly.
    const product = mixed * PRIME_LOW;
    high = (high * PRIME_LOW + Math.floor(product / TWO_TO_32) + mixed * 256) >>> 0;
    low = product >>> 0;
  };
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      take(unit & 0xff);
      take(unit >>> 8);
    }
    // The length ends a text, so that no two lists of texts give one sequence of bytes.
    for (let shift = 0; shift < 32; shift += 8) take((text.length >>> shift) & 0xff);
  }
  return digits(high) + digits(low);
}

/** Five digits of base 32: the 25 low bits. */
function digits(half: number): string {
  return (half & 0x1ffffff).toString(32).padStart(5, '0');
}
