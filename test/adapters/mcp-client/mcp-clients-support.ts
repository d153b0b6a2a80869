import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { McpServerOptions } from '../../../src/adapters/mcp-client/clients/clients-options.js';
import type { McpClients } from '../../../src/adapters/mcp-client/mcp-clients.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import { answer, rawHttp, type RawHttp } from '../../fixtures/mcp/raw-http.js';

const RAW = fileURLToPath(new URL('../../fixtures/mcp/raw-stdio.mjs', import.meta.url));

/** The hand-written server over stdio, which works. */
export const good: McpServerOptions = {
  transport: { transport: 'stdio', command: process.execPath, args: [RAW, 'none'] },
};

/** A server over HTTP. */
export function web(url: string, more: Omit<McpServerOptions, 'transport'> = {}): McpServerOptions {
  return { transport: { transport: 'http', url }, ...more };
}

/** A port that refuses connections. */
export async function refusingPort(): Promise<number> {
  const server = await rawHttp();
  await server.close();
  return Number(new URL(server.url).port);
}

/** An HTTP server with tools of these names; of an array as it is when it is asked. */
export function serving(...names: readonly (string | readonly string[])[]): Promise<RawHttp> {
  return rawHttp(({ rpc }, response) => {
    if (rpc.method !== 'tools/list') return false;
    const tools = names.flat().map((name) => ({ name, description: name, inputSchema: { type: 'object' } }));
    answer(response, rpc.id, { tools });
    return true;
  });
}

/** A TCP server that accepts and never answers. */
export interface Mute {
  readonly port: number;
  /** Resolves when that many connections were accepted, with what resolves when all of them are gone. */
  accepted(count: number): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export async function mute(): Promise<Mute> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).resume());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gone = async (): Promise<void> => {
    await Promise.all(sockets.map((socket) => (socket.closed ? undefined : once(socket, 'close'))));
  };
  return {
    port: (server.address() as AddressInfo).port,
    accepted: async (count) => {
      while (sockets.length < count) await once(server, 'connection');
      return gone;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A child that says nothing to its parent, and holds a connection to the port for as long as it lives. */
export function silentChild(port: number): McpServerOptions {
  const script = `require('node:net').connect(${port}, '127.0.0.1')`;
  return { transport: { transport: 'stdio', command: process.execPath, args: ['-e', script] } };
}

/** The changes of state so far, and a wait for one of them. */
export interface Watch {
  readonly seen: SallyportEvent<'sallyport.mcp.status'>[];
  readonly onEvent: (event: SallyportEvent) => void;
  /** Resolves when the server has come into the state, now or before. */
  until(server: string, state: string): Promise<void>;
}

export function watch(): Watch {
  const seen: SallyportEvent<'sallyport.mcp.status'>[] = [];
  const waiting = new Set<() => void>();
  return {
    seen,
    onEvent: (event) => {
      if (event.type !== 'sallyport.mcp.status') return;
      seen.push(event);
      for (const look of waiting) look();
    },
    until: (server, state) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!seen.some((event) => event.server === server && event.state === state)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

/** The names of the tools that are shown. */
export async function shown(servers: McpClients): Promise<readonly string[]> {
  return (await servers.list({ iteration: 1 })).map(({ schema }) => schema.name);
}

/** Calls a tool as it is shown. */
export async function callShown(servers: McpClients, name: string, args: unknown = {}): Promise<unknown> {
  const tool = (await servers.list({ iteration: 1 })).find(({ schema }) => schema.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.execute(args as never, {
    toolName: name,
    toolCallId: 'c',
    iteration: 1,
    signal: new AbortController().signal,
    teardownScopes: [],
    onTeardown: () => undefined,
  });
}
