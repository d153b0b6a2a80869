import { fileURLToPath } from 'node:url';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import type { McpClientOptions } from '../../../src/adapters/mcp-client/options.js';
import type { EventType, SallyportEvent } from '../../../src/domain/events.js';
import type { McpClient } from '../../../src/ports/mcp-client.js';
import { call } from './support.js';

const SERVER = fileURLToPath(new URL('../../fixtures/mcp/changing-stdio.mjs', import.meta.url));

/** The events of a client, and the next one of a type that it has not yet given. */
export interface Heard {
  readonly events: SallyportEvent[];
  readonly onEvent: (event: SallyportEvent) => void;
  next(type: EventType): Promise<SallyportEvent>;
}

export function heard(): Heard {
  const events: SallyportEvent[] = [];
  const given = new Set<SallyportEvent>();
  let wake: () => void = () => undefined;
  return {
    events,
    onEvent: (event) => {
      events.push(event);
      wake();
    },
    next: async (type) => {
      for (;;) {
        const found = events.find((event) => event.type === type && !given.has(event));
        if (found !== undefined) {
          given.add(found);
          return found;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** A tool of the server. */
export interface Said {
  readonly name: string;
  readonly [key: string]: unknown;
}

export function said(name: string, more: object = {}): Said {
  return { name, description: `The tool ${name}.`, inputSchema: { type: 'object' }, ...more };
}

/** A client of a server that changes, which has listed these tools once. */
export interface Changing extends Heard {
  readonly client: McpClient;
  /** Changes the server, which sends one notice unless told otherwise. */
  set(change: {
    readonly tools?: readonly Said[];
    readonly notices?: number;
    readonly listing?: string;
  }): Promise<void>;
  names(): Promise<readonly string[]>;
  /** How often the server was asked for its list. */
  lists(): Promise<number>;
}

export async function changing(
  tools: readonly Said[],
  options: Partial<McpClientOptions> = {},
): Promise<Changing> {
  const ears = heard();
  const args = [SERVER, JSON.stringify(tools)];
  const client = await mcpClient({
    name: 's',
    transport: { transport: 'stdio', command: process.execPath, args },
    onEvent: ears.onEvent,
    ...options,
  });
  await client.tools();
  return {
    ...ears,
    client,
    set: async (change) => void (await call(client, 'set', change)),
    names: async () => namesOf(client),
    lists: async () => Number(await call(client, 'count')),
  };
}

/** The names of the client's tools, without those by which the server is told what to do. */
export async function namesOf(client: McpClient): Promise<readonly string[]> {
  const names = (await client.tools()).map(({ schema }) => schema.name);
  return names.filter((name) => !['set', 'count', 'die'].includes(name));
}
