import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import type { McpClientOptions } from '../../../src/adapters/mcp-client/options.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import type { ToolContext } from '../../../src/domain/tool.js';
import type { McpClient } from '../../../src/ports/mcp-client.js';

const RAW = fileURLToPath(new URL('../../fixtures/mcp/raw-stdio.mjs', import.meta.url));

/** Connects to the hand-written server with one of its faults; the events are collected. */
export async function connectRaw(
  fault: string,
  options: Partial<McpClientOptions> = {},
): Promise<{ readonly client: McpClient; readonly events: SallyportEvent[] }> {
  const events: SallyportEvent[] = [];
  const client = await mcpClient({
    name: 'raw',
    transport: { transport: 'stdio', command: process.execPath, args: [RAW, fault] },
    onEvent: (event) => void events.push(event),
    ...options,
  });
  return { client, events };
}

/** Calls one of the client's tools. */
export async function call(
  client: McpClient,
  name: string,
  args: unknown = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<unknown> {
  const tool = (await client.tools()).find(({ schema }) => schema.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const ctx: ToolContext = {
    toolName: name,
    toolCallId: 'c',
    iteration: 1,
    signal,
    teardownScopes: [],
    onTeardown: () => undefined,
  };
  return tool.execute(args as never, ctx);
}

/** Whether a process runs. One that has ended and was not yet collected by its parent does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Resolves once the process is gone; fails when it is not within the limit. */
export async function gone(pid: number, limitMs = 5_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (isAlive(pid)) {
    if (Date.now() > end) throw new Error(`process ${pid} is still there`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
