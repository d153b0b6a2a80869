/** How long no further notice may come before the tools are listed again. */
const QUIET_MS = 100;
/** Notices put the listing off for no longer than this. */
const PUT_OFF_MS = 1_000;
/** How often in a row a notice may bring nothing new and make the wait after it twice as long: up to 25.6 s. */
const MAX_DOUBLINGS = 8;
/** Notices that were idle longer ago than this say nothing of the next one. */
const FORGET_MS = 60_000;

/**
 * Turns a server's notices that its tools changed into listings: one for a burst of notices, one at a time, and one more
 * after it for notices that came meanwhile. A server whose notices bring nothing new is listed ever more rarely, for it
 * may send one with each list.
 */
export class ListNotices {
  readonly #renew: () => Promise<boolean>;
  #timer: NodeJS.Timeout | undefined;
  #firstAt = 0;
  #endedAt = 0;
  #idle = 0;
  #isUnderWay = false;
  #isAskedAgain = false;
  #isStopped = false;

  /** @param renew lists again, and says whether that brought anything new; never rejects */
  constructor(renew: () => Promise<boolean>) {
    this.#renew = renew;
  }

  /** Takes a notice. */
  heard(): void {
    if (this.#isStopped) return;
    const now = performance.now();
    if (this.#timer !== undefined) {
      if (now - this.#firstAt < PUT_OFF_MS) this.#timer.refresh();
      return;
    }
    if (now - this.#endedAt > FORGET_MS) this.#idle = 0;
    this.#firstAt = now;
    this.#timer = setTimeout(() => this.#due(), QUIET_MS * 2 ** this.#idle);
  }

  /** Takes it as a notice that the session is a new one. One that a listing itself brought about asks for no other. */
  renewed(): void {
    if (!this.#isUnderWay) this.heard();
  }

  /** Takes no further notice, and begins no further listing. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #due(): void {
    this.#timer = undefined;
    if (this.#isUnderWay) this.#isAskedAgain = true;
    else void this.#list();
  }

  async #list(): Promise<void> {
    this.#isUnderWay = true;
    do {
      this.#isAskedAgain = false;
      const isNew = await this.#renew();
      this.#idle = isNew ? 0 : Math.min(this.#idle + 1, MAX_DOUBLINGS);
    } while (this.#isAskedAgain && !this.#isStopped);
    this.#endedAt = performance.now();
    this.#isUnderWay = false;
  }
}
