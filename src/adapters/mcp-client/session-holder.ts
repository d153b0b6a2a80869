import { setTimeout as delay } from 'node:timers/promises';
import { SallyportError } from '../../domain/errors.js';
import { McpClientClosedError, McpConnectError } from './errors.js';
import { NotSentError } from './not-sent-error.js';
import type { McpClientSettings } from './options.js';
import { RespawnLimit } from './stdio/respawn-limit.js';
import { openSession, type Session } from './session.js';

/** A session that lived this long did well, whatever it was asked. */
const LONG_LIFE_MS = 30_000;

/**
 * The session of the moment. One that is lost, or whose process has ended, is replaced when it is next needed: by one
 * attempt that all who wait share, and which no single one of them can stop.
 */
export class SessionHolder {
  readonly #settings: McpClientSettings;
  readonly #limit: RespawnLimit;
  readonly #retired: Set<Session> = new Set();
  readonly #ending: AbortController = new AbortController();
  #session: Session;
  #isLost = false;
  #renewal: Promise<Session> | undefined;
  /** Why the latest start failed; undefined once one did not. */
  #failure: unknown;

  constructor(settings: McpClientSettings, first: Session) {
    this.#settings = settings;
    this.#session = first;
    this.#limit = new RespawnLimit();
  }

  /** Whether closing has begun. */
  get isClosed(): boolean {
    return this.#ending.signal.aborted;
  }

  /** What is known of the latest process; empty where there is none. */
  account(): string {
    return this.#session.account();
  }

  /**
   * A session that can carry a request, as far as is known.
   *
   * @throws McpClientClosedError once closing has begun
   * @throws McpConnectError, or what a credential or a throttle says, when a session cannot be had
   * @throws NotSentError when the signal is aborted first
   */
  async usable(signal: AbortSignal | undefined): Promise<Session> {
    if (this.isClosed) throw new McpClientClosedError(this.#settings.name);
    if (!this.#isLost && !this.#session.hasEnded) return this.#session;
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return unlessAborted(this.#renewal, signal);
  }

  /** Another session than the given one, which can carry nothing any more; as {@link usable}. */
  async replace(lost: Session, signal: AbortSignal | undefined): Promise<Session> {
    if (lost === this.#session) this.#isLost = true;
    return this.usable(signal);
  }

  /** The session answered a call, so that it does well. */
  answered(): void {
    this.#limit.reset();
  }

  /** Ends the session, those that others replaced, and a renewal that is under way. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#renewal?.catch(() => undefined);
    await Promise.all([this.#session, ...this.#retired].map((session) => session.close()));
  }

  async #renew(): Promise<Session> {
    const { name, onEvent, onRenewed, transport } = this.#settings;
    const isChild = transport.transport === 'stdio';
    const warn = (message: string): void => onEvent({ type: 'sallyport.mcp.warning', server: name, message });
    const what = isChild ? 'its process ended' : 'it no longer knew the session';
    try {
      const next = isChild ? await this.#respawn() : await this.#reinitialise();
      if (this.isClosed) {
        await next.close();
        throw new McpClientClosedError(name);
      }
      this.#session = next;
      this.#isLost = false;
      warn(`${what}; there is a new one`);
      onRenewed();
      return next;
    } catch (thrown) {
      if (this.isClosed) throw new McpClientClosedError(name);
      warn(`${what}, and there is no new one: ${SallyportError.is(thrown) ? thrown.code : 'it failed'}`);
      throw thrown;
    }
  }

  /** What the old session still has under way goes on, for the server may have lost it on one of its machines only. */
  async #reinitialise(): Promise<Session> {
    const old = this.#session;
    if (!this.#retired.has(old)) {
      this.#retired.add(old);
      const forget = (): void => void this.#retired.delete(old);
      void old.retire().then(forget, forget);
    }
    return openSession(this.#settings, this.#ending.signal);
  }

  /** The old process and all that it started are gone before there is another. */
  async #respawn(): Promise<Session> {
    const { name, connectTimeoutMs } = this.#settings;
    const { signal } = this.#ending;
    if (this.#session.ageMs() >= LONG_LIFE_MS) this.#limit.reset();
    await this.#session.close();
    const until = performance.now() + connectTimeoutMs;
    for (;;) {
      const wait = performance.now() > until ? undefined : this.#limit.next();
      if (wait === undefined) {
        throw this.#failure ?? new McpConnectError(name, `it ends again and again; ${this.account()}`);
      }
      if (wait > 0) await delay(wait, undefined, { signal });
      try {
        const next = await openSession(this.#settings, signal);
        this.#failure = undefined;
        return next;
      } catch (thrown) {
        if (signal.aborted) throw thrown;
        this.#failure = thrown;
      }
    }
  }
}

/** Waits for what others wait for, too. */
async function unlessAborted(renewal: Promise<Session>, signal: AbortSignal | undefined): Promise<Session> {
  if (signal === undefined) return renewal;
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new NotSentError(false));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([renewal, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
