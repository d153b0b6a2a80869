import type { Tool } from '../../../domain/tool.js';
import type { McpClient } from '../../../ports/mcp-client.js';
import { McpTimeoutError } from '../errors.js';
import { untilAborted } from '../http/until-aborted.js';
import { openClient } from '../open-client.js';
import type { McpClientSettings } from '../options.js';

/** A client, and what it listed. */
export interface ListedClient {
  readonly client: McpClient;
  readonly tools: readonly Tool[];
}

/**
 * Connects and lists the tools, both together within `connectTimeoutMs`. The list is the client's snapshot from then on,
 * so that to read it asks nothing of the server.
 *
 * @param signal ends the try
 * @throws whatever ended the try; nothing of it is left
 */
export async function connectAndList(
  settings: McpClientSettings,
  signal: AbortSignal,
): Promise<ListedClient> {
  const { name, connectTimeoutMs } = settings;
  const began = performance.now();
  const client = await openClient(settings, signal);
  const late = new AbortController();
  const left = Math.max(1, connectTimeoutMs - (performance.now() - began));
  const timer = setTimeout(() => late.abort(new McpTimeoutError(name, 'tools/list', false)), left);
  try {
    const tools = await untilAborted(signal, untilAborted(late.signal, client.tools()));
    return { client, tools };
  } catch (thrown) {
    await client.close();
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}
