import { setTimeout as delay } from 'node:timers/promises';
import type { Tool } from '../../../domain/tool.js';
import type { McpClient } from '../../../ports/mcp-client.js';
import type { McpClientSettings } from '../options.js';
import { backoffMs, type Backoff } from './backoff.js';
import { connectAndList } from './connect-and-list.js';
import { connectFailure } from './connect-failure.js';
import type { McpServerChanged, McpServerState, McpServerStatus } from './server-status.js';
import { statusAfter } from './status-after.js';

/** One server of several: tried until it is connected, and kept until it is closed. */
export class KeptServer {
  readonly name: string;
  /** Resolves when the first try has ended, however it did. */
  readonly tried: Promise<void>;
  readonly #settings: McpClientSettings;
  readonly #backoff: Backoff;
  readonly #changed: McpServerChanged;
  readonly #ending: AbortController = new AbortController();
  readonly #connecting: Promise<void>;
  #status: McpServerStatus = { state: 'connecting', since: Date.now(), tries: 0 };
  #connected: McpClient | undefined;
  #shown: McpClient | undefined;

  /** @param changed told of each change of state, of the one to `closed` last */
  constructor(settings: McpClientSettings, backoff: Backoff, changed: McpServerChanged) {
    this.name = settings.name;
    this.#settings = settings;
    this.#backoff = backoff;
    this.#changed = changed;
    this.tried = this.#try();
    this.#connecting = this.tried.then(() => this.#tryAgain());
  }

  get status(): McpServerStatus {
    return this.#status;
  }

  /** Undefined unless the server is connected. To close it is to close the server here, which is then not tried again. */
  get client(): McpClient | undefined {
    return this.#ending.signal.aborted ? undefined : this.#shown;
  }

  /** Its tools as they are now; undefined unless it is connected. */
  async tools(): Promise<readonly Tool[] | undefined> {
    const tools = await this.client?.tools();
    if (tools !== undefined) this.#become('connected', { tools: tools.length });
    return tools;
  }

  /** Ends the tries and the connection. */
  async close(): Promise<void> {
    this.#become('closed');
    this.#ending.abort();
    await this.#connecting;
    await this.#connected?.close();
  }

  async #tryAgain(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted && this.#connected === undefined) {
      const waited = delay(backoffMs(this.#status.tries, this.#backoff), undefined, { signal });
      await waited.then(() => this.#try()).catch(() => undefined);
    }
  }

  async #try(): Promise<void> {
    this.#status = { ...this.#status, tries: this.#status.tries + 1 };
    try {
      const { client, tools } = await connectAndList(this.#settings, this.#ending.signal);
      this.#connected = client;
      this.#shown = { ...client, close: () => this.close() };
      this.#become('connected', { tools: tools.length });
    } catch (thrown) {
      const { code, message } = connectFailure(this.name, thrown);
      this.#become('failed', { error: { code, message } });
    }
  }

  #become(state: McpServerState, known: Pick<McpServerStatus, 'error' | 'tools'> = {}): void {
    if (this.#status.state === 'closed') return;
    const isChange = state !== this.#status.state;
    this.#status = statusAfter(this.#status, state, known);
    if (isChange) this.#changed(this.name, this.#status);
  }
}
