import { classOfThrown, InvalidOptionError, SallyportError } from '../domain/errors.js';
import type { ToolSessionScope } from '../domain/session/key.js';
import type { Teardown } from '../domain/tool.js';
import type { Clock } from '../ports/clock.js';
import { sha256 } from './digest.js';
import type { Emitter } from './emitter.js';

const CLOSE_LIMIT_MS = 5_000;

/** A cleanup was given up; the others went on. */
class CleanupTimeoutError extends SallyportError {
  constructor(message: string) {
    super('ERR_CLEANUP_TIMEOUT', message);
  }
}

/** Something that a tool opened, and when it has to be closed: the scope, and the call, run or conversation it belongs to. */
interface Held {
  readonly scope: ToolSessionScope;
  readonly owner: string;
  readonly key: string;
  readonly cleanup: () => unknown;
}

/**
 * What tools hold beyond one line of code, and its closing: `call` when the execution has settled, `run` when the run has
 * ended, `session` when the conversation is closed, and everything at shutdown. The first cleanup of a key wins; closing is
 * in reverse, within a time limit, and a failure is reported and never thrown.
 */
export class ToolSessions {
  readonly #events: Emitter;
  readonly #clock: Clock;
  #held: readonly Held[] = [];

  constructor(events: Emitter, clock: Clock) {
    this.#events = events;
    this.#clock = clock;
  }

  /** @param owner the id of the call, run or conversation; absent when the door has no such thing */
  add(cleanup: () => unknown, { scope, key }: Teardown, owner: string | undefined): void {
    if (typeof cleanup !== 'function')
      throw new InvalidOptionError('onTeardown takes a function that closes what was opened.');
    if (owner === undefined)
      throw new InvalidOptionError(
        `onTeardown: this call has no ${scope} to hang on; see ctx.teardownScopes.`,
      );
    if (this.#held.some((held) => held.scope === scope && held.key === key && held.owner === owner)) return;
    this.#held = [...this.#held, { scope, owner, key, cleanup }];
  }

  /** Whether nothing is held at all. */
  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  /** Closes what belongs to one call, run or conversation. */
  async close(scope: ToolSessionScope, owner: string): Promise<void> {
    await this.#closeThose((held) => held.scope === scope && held.owner === owner);
  }

  /** Closes everything. */
  async shutdown(): Promise<void> {
    await this.#closeThose(() => true);
  }

  async #closeThose(due: (held: Held) => boolean): Promise<void> {
    const closing = this.#held.filter(due).reverse();
    this.#held = this.#held.filter((held) => !due(held));
    for (const held of closing) await this.#closeOne(held);
  }

  async #closeOne({ scope, key, cleanup }: Held): Promise<void> {
    const limit = new AbortController();
    try {
      const late = this.#clock.sleep(CLOSE_LIMIT_MS, limit.signal).then(() => {
        throw new CleanupTimeoutError(`A ${scope} cleanup took over ${CLOSE_LIMIT_MS} ms.`);
      });
      await Promise.race([Promise.resolve().then(cleanup), late]);
    } catch (thrown) {
      this.#events.emit({
        type: 'sallyport.tools.session_close_failed',
        at: this.#events.now(),
        scope,
        keyHash: sha256(key).slice(0, 16),
        errorClass: classOfThrown(thrown),
      });
    } finally {
      limit.abort();
    }
  }
}
