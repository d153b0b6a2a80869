import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { InvalidOptionError, SallyportError } from '../../domain/errors.js';
import { connectProblem } from './connect-problem.js';
import { McpConnectError } from './errors.js';
import { openTransport } from './open-transport.js';
import type { McpClientSettings } from './options.js';

/** An initialised connection to one server. What it answers with is whatever the server sent. */
export interface McpConnection {
  /** Whether closing has begun. */
  readonly isClosed: boolean;
  listPage(cursor: string | undefined, options: RequestOptions): Promise<unknown>;
  callTool(tool: string, args: unknown, options: RequestOptions): Promise<unknown>;
  /** What is known of the server's process; empty where there is none. */
  account(): string;
  close(): Promise<void>;
}

/** @throws McpConnectError naming the server, with the end of its standard error where it has one */
export async function connectMcp(settings: McpClientSettings): Promise<McpConnection> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { z } = await import('zod');
  const { name, connectTimeoutMs } = settings;
  const whatever = z.unknown();
  const client = new Client({ name: 'sallyport', version: '0.1.0' }, { capabilities: {} });
  client.onerror = () => undefined;
  const opened = await openTransport(settings);
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), connectTimeoutMs);
    });
    const initialised = client.connect(opened.transport, { timeout: connectTimeoutMs });
    const first = await Promise.race([initialised, late, opened.babble]);
    if (first !== undefined) throw new Error(first);
  } catch (thrown) {
    const problem = connectProblem(thrown, opened, connectTimeoutMs);
    await opened.abandon();
    if (isOurs(thrown)) throw thrown;
    throw new McpConnectError(name, problem);
  } finally {
    clearTimeout(timer);
  }
  let isClosed = false;
  return {
    get isClosed() {
      return isClosed;
    },
    account: opened.account,
    listPage: (cursor, options) => {
      const params = cursor === undefined ? {} : { cursor };
      return client.request({ method: 'tools/list', params }, whatever, options);
    },
    callTool: (tool, args, options) => {
      const params = { name: tool, arguments: args as Record<string, unknown> };
      return client.request({ method: 'tools/call', params }, whatever, options);
    },
    close: async () => {
      isClosed = true;
      await opened.close();
    },
  };
}

/** What the client's own layers throw names its fault better than the connection could: a credential, a throttle. */
function isOurs(thrown: unknown): boolean {
  return SallyportError.is(thrown) && !(thrown instanceof InvalidOptionError);
}
