import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { httpConnection } from './http/http-connection.js';
import type { McpClientSettings } from './options.js';
import { StdioTransport } from './stdio/stdio-transport.js';

/** How long a child that never worked is given to end by itself. */
const ABANDON_MS = 50;

/** How many lines that are no message are a banner and a few log lines; more before the first message are babble. */
const MAX_NOISE = 64;

/** A transport that is ready to be started. */
export interface OpenedTransport {
  readonly transport: Transport;
  /** What is known of the server's process; empty where there is none. */
  account(): string;
  /** Whether the server has written what is no message. */
  isNoisy(): boolean;
  /** Resolves when the server has written line after line and no message among them: it is no MCP server. */
  readonly babble: Promise<'babble'>;
  /** Ends the session on the server, and then the connection. */
  close(): Promise<void>;
  /** Ends a connection that never worked; nothing of it is given time. */
  abandon(): Promise<void>;
}

/** The transport that the options ask for. */
export async function openTransport(settings: McpClientSettings): Promise<OpenedTransport> {
  const { name, transport: asked, onEvent, maxResultBytes } = settings;
  if (asked.transport !== 'stdio') {
    const { transport, close } = await httpConnection(asked, settings);
    return { transport, account: () => '', isNoisy: () => false, babble: never(), close, abandon: close };
  }
  let lines = 0;
  let babbles: (what: 'babble') => void = () => undefined;
  const babble = new Promise<'babble'>((resolve) => (babbles = resolve));
  const noise = (): void => {
    if (++lines >= MAX_NOISE) babbles('babble');
    if (lines > 1) return;
    const message = 'it writes to standard output what is no message; that is let pass';
    onEvent({ type: 'sallyport.mcp.warning', server: name, message });
  };
  const transport = new StdioTransport(asked, maxResultBytes, { noise });
  return {
    transport,
    account: () => transport.account,
    isNoisy: () => lines > 0,
    babble,
    close: () => transport.close(),
    abandon: () => transport.close(ABANDON_MS),
  };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
