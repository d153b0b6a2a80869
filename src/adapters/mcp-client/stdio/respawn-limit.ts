const MAX_TRIES = 5;
const FIRST_WAIT_MS = 250;
const REST_MS = 30_000;

/**
 * When a server's process may be started again: at once, and then with waits that double from 250 ms. After five tries
 * in a row of which none did well there is one for every thirty seconds.
 */
export class RespawnLimit {
  readonly #now: () => number;
  #tries = 0;
  #lastAt = 0;

  /** @param now milliseconds from anywhere, never going back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts one more try, and tells how long to wait before it, in milliseconds; undefined when there is none now. */
  next(): number | undefined {
    const since = this.#now() - this.#lastAt;
    const isSpent = this.#tries >= MAX_TRIES;
    if (isSpent && since < REST_MS) return undefined;
    const pause = this.#tries === 0 || isSpent ? 0 : FIRST_WAIT_MS * 2 ** (this.#tries - 1);
    const wait = Math.max(0, pause - since);
    if (!isSpent) this.#tries++;
    this.#lastAt = this.#now() + wait;
    return wait;
  }

  /** The process did well: the next one that ends is not one more in a row. */
  reset(): void {
    this.#tries = 0;
  }
}
