import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { httpConnection } from '../../../src/adapters/mcp-client/http/http-connection.js';
import type { HttpTransport } from '../../../src/adapters/mcp-client/http/http-transport.js';
import type { HttpTransportOptions } from '../../../src/adapters/mcp-client/options.js';
import type { Fault } from '../../fixtures/mcp/raw-http.js';

/** A transport without a client on it, and what it hands on. */
export interface BareTransport {
  readonly transport: HttpTransport;
  readonly messages: JSONRPCMessage[];
  /** Resolves with the next message that is handed on. */
  next(): Promise<JSONRPCMessage>;
}

/** Connects nothing yet: the first message does. */
export async function bareTransport(
  options: Omit<HttpTransportOptions, 'transport'>,
  maxResultBytes = 1_000_000,
): Promise<BareTransport> {
  const settings = { name: 'web', maxCallMs: 60_000, maxResultBytes, retryOnThrottle: true };
  const { transport } = await httpConnection({ transport: 'http', ...options }, settings);
  const messages: JSONRPCMessage[] = [];
  let told: (message: JSONRPCMessage) => void = () => undefined;
  transport.onmessage = (message) => {
    messages.push(message);
    told(message);
  };
  return { transport, messages, next: () => new Promise((resolve) => (told = resolve)) };
}

/** A request of the protocol. */
export function ask(id: number, method = 'tools/call'): JSONRPCMessage {
  return { jsonrpc: '2.0', id, method, params: {} };
}

/** Begins an event stream with some text. */
export function stream(response: Parameters<Fault>[1], text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text);
}

/** A message as one event of a stream. */
export function event(message: object): string {
  return `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
}
