import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { InvalidOptionError } from '../../../domain/errors.js';
import { deliver } from '../deliver.js';
import { ChildGroup } from './child-group.js';
import { factsOf } from '../facts.js';
import { LineSplitter, type SplitLine } from './line-splitter.js';
import type { StdioTransportOptions } from '../options.js';
import { answeredBy } from './oversize-answer.js';
import { TOO_LARGE, unusable } from '../result/unusable-answer.js';
import { usableAnswer, type GivenAnswer } from '../result/usable-answer.js';

/** How long a child that no longer reads is given to end, so that what is thrown can say how it did. */
const ENDING_MS = 500;

/** What the transport tells of beside messages. */
export interface StdioWatch {
  /** A line that is no message, or a message that is too large and answers nothing; each is told of. */
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
  #unstarted = 'it was not started';
  #first = true;
  #closed = false;

  constructor(options: StdioTransportOptions, maxBytes: number, watch: StdioWatch) {
    this.#options = options;
    this.#splitter = new LineSplitter(maxBytes);
    this.#watch = watch;
  }

  /** How the child ended, for messages. */
  get account(): string {
    return this.#group?.account ?? this.#unstarted;
  }

  async start(): Promise<void> {
    const group = this.#spawn();
    this.#group = group;
    group.stdout?.on('data', (chunk: Buffer) => {
      for (const line of this.#splitter.push(chunk)) this.#take(line);
    });
    void group.exited.then(() => this.#ended());
  }

  /** Keeps the code of what is thrown at once, and not its message, for that shows the arguments or the environment. */
  #spawn(): ChildGroup {
    try {
      return new ChildGroup(this.#options);
    } catch (thrown) {
      if (thrown instanceof InvalidOptionError) throw thrown;
      const { code } = factsOf(thrown);
      this.#unstarted = `it could not be started: ${typeof code === 'string' ? code : 'unknown reason'}`;
      throw thrown;
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const group = this.#group;
    if (group === undefined || this.#closed) throw new Error('The connection is closed.');
    this.#await(message);
    const failed = await new Promise<Error | null | undefined>((resolve) => {
      if (group.stdin) group.stdin.write(`${JSON.stringify(message)}\n`, resolve);
      else resolve(new Error('The process has no standard input.'));
    });
    if (!failed) return;
    await group.endsWithin(ENDING_MS);
    throw failed;
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

  /** Keeps which requests wait for an answer; a cancelled one does not. */
  #await(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#awaited.add(message.id);
    else if (message.method === 'notifications/cancelled') {
      const { requestId } = (message.params ?? {}) as { readonly requestId?: RequestId };
      if (requestId !== undefined) this.#awaited.delete(requestId);
    }
  }

  #take(line: SplitLine): void {
    if ('head' in line) {
      const ids = answeredBy(line.head, line.tail, this.#awaited);
      if (ids.length === 0) this.#watch.noise();
      for (const id of ids) {
        this.#awaited.delete(id);
        deliver(this, unusable(id, TOO_LARGE));
      }
      return;
    }
    const text = this.#first ? line.text.replace(/^\ufeff/, '') : line.text;
    this.#first = false;
    if (text.trim() === '') return;
    const message = parse(text);
    if (message === undefined) return this.#watch.noise();
    const answersOne = !('method' in message) && message.id !== undefined && this.#awaited.delete(message.id);
    deliver(this, answersOne ? usableAnswer(message as GivenAnswer) : message);
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
