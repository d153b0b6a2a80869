import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { ChildGroup } from './child-group.js';
import { LineSplitter, type SplitLine } from './line-splitter.js';
import type { StdioTransportOptions } from './options.js';

/** The `data` of the error that stands in for an answer which was too large to take. */
export const TOO_LARGE = 'sallyport.too-large';

/** What the transport tells of beside messages. */
export interface StdioWatch {
  /** A line that is no message; each is told of. */
  noise(): void;
}

/**
 * JSON-RPC over a child's standard streams. A line that is no message is let pass, a byte-order mark is taken off, and an
 * answer over the limit fails its own call alone.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: StdioTransportOptions;
  readonly #splitter: LineSplitter;
  readonly #watch: StdioWatch;
  readonly #awaited: Set<RequestId> = new Set();
  #group: ChildGroup | undefined;
  #first = true;
  #closed = false;

  constructor(options: StdioTransportOptions, maxBytes: number, watch: StdioWatch) {
    this.#options = options;
    this.#splitter = new LineSplitter(maxBytes);
    this.#watch = watch;
  }

  /** How the child ended, for messages. */
  get account(): string {
    return this.#group?.account ?? 'it was not started';
  }

  async start(): Promise<void> {
    const group = new ChildGroup(this.#options);
    this.#group = group;
    group.stdout.on('data', (chunk: Buffer) => {
      for (const line of this.#splitter.push(chunk)) this.#take(line);
    });
    void group.exited.then(() => this.#ended());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#group?.stdin;
    if (stdin === undefined || this.#closed) throw new Error('The connection is closed.');
    if ('method' in message && 'id' in message) this.#awaited.add(message.id);
    await new Promise<void>((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** @param graceMs how long the child is given to end by itself; see {@link ChildGroup.close} */
  async close(graceMs?: number): Promise<void> {
    await this.#group?.close(graceMs);
    this.#ended();
  }

  #ended(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }

  #take(line: SplitLine): void {
    if ('tooLong' in line) return this.#failTooLarge(line.ends);
    const text = this.#first ? line.text.replace(/^\ufeff/, '') : line.text;
    this.#first = false;
    if (text.trim() === '') return;
    const message = parse(text);
    if (message === undefined) return this.#watch.noise();
    if (!('method' in message) && 'id' in message && message.id !== undefined)
      this.#awaited.delete(message.id);
    this.onmessage?.(message);
  }

  /** The id stands at one of the line's ends; where it cannot be told, everything that waits is failed and nothing hangs. */
  #failTooLarge(ends: string): void {
    const ids = [...this.#awaited].filter((id) => ends.includes(`"id":${JSON.stringify(id)}`));
    for (const id of ids.length === 1 ? ids : [...this.#awaited]) {
      this.#awaited.delete(id);
      this.onmessage?.({
        jsonrpc: '2.0',
        id,
        error: { code: -32_000, message: 'too large', data: TOO_LARGE },
      });
    }
  }
}

function parse(text: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage =
      typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
    return isMessage ? (value as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}
