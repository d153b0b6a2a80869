import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpConnectError } from './errors.js';
import { httpConnection } from './http-transport.js';
import type { McpClientSettings } from './options.js';
import { StdioTransport } from './stdio-transport.js';

/** How long a server that has written what is no message may take to write one. */
const NONSENSE_MS = 1_000;

const ABANDON_MS = 50;

/** An initialised connection to one server. */
export interface McpConnection {
  readonly client: Client;
  /** What became of the server, once the connection has broken. */
  account(): string;
  close(): Promise<void>;
}

/** @throws McpConnectError naming the server, with the end of its standard error where it has one */
export async function connectMcp(settings: McpClientSettings): Promise<McpConnection> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const client = new Client({ name: 'sallyport', version: '0.1.0' }, { capabilities: {} });
  client.onerror = () => undefined;
  const opened = await openTransport(settings);
  const { transport, account, nonsense } = opened;
  const close = async (): Promise<void> => {
    await opened.close();
    await client.close();
  };
  try {
    const initialised = client.connect(transport, { timeout: settings.connectTimeoutMs });
    await Promise.race([initialised, nonsense]);
    return { client, account, close };
  } catch (thrown) {
    await opened.abandon();
    await client.close();
    throw new McpConnectError(settings.name, problemOf(thrown, account(), settings));
  } finally {
    opened.connected();
  }
}

interface OpenedTransport {
  readonly transport: Transport;
  readonly account: () => string;
  /** Rejects when the server writes what is no message, and then none. */
  readonly nonsense: Promise<never>;
  readonly connected: () => void;
  readonly close: () => Promise<void>;
  /** Closes a connection that never worked: nothing of it is given time. */
  readonly abandon: () => Promise<void>;
}

async function openTransport(settings: McpClientSettings): Promise<OpenedTransport> {
  if (settings.transport.transport === 'http') {
    const { transport, close } = await httpConnection(settings.transport);
    return {
      transport: transport,
      account: () => '',
      nonsense: never(),
      connected: () => undefined,
      close,
      abandon: close,
    };
  }
  const { name, onEvent, maxResultBytes } = settings;
  let warned = false;
  let timer: NodeJS.Timeout | undefined;
  let connected = false;
  let refuse: (problem: Error) => void = () => undefined;
  const nonsense = new Promise<never>((_, reject) => (refuse = reject));
  nonsense.catch(() => undefined);
  const noise = (): void => {
    if (!warned)
      onEvent({
        type: 'sallyport.mcp.warning',
        server: name,
        message: 'it writes to standard output what is no message; that is let pass',
      });
    warned = true;
    if (!connected)
      timer ??= setTimeout(() => refuse(new Error('it writes what is no MCP message')), NONSENSE_MS);
  };
  const transport = new StdioTransport(settings.transport, maxResultBytes, { noise });
  return {
    transport,
    account: () => transport.account,
    nonsense,
    connected: () => {
      connected = true;
      clearTimeout(timer);
    },
    close: () => transport.close(),
    abandon: () => transport.close(ABANDON_MS),
  };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function problemOf(thrown: unknown, account: string, { connectTimeoutMs }: McpClientSettings): string {
  const code: unknown =
    typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  const late = code === -32_001 ? `it did not answer within ${connectTimeoutMs} ms` : undefined;
  const said = thrown instanceof Error && thrown.message.startsWith('it writes') ? thrown.message : undefined;
  const status =
    typeof code === 'number' && code >= 300 && code < 600
      ? `it answered with HTTP status ${code}`
      : undefined;
  const problem = late ?? said ?? status;
  if (account !== '') return `${problem === undefined ? '' : `${problem}; `}${account}`;
  return problem ?? 'it could not be reached, or did not answer as an MCP server does';
}
