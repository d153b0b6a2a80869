import type { McpClient } from '../../ports/mcp-client.js';
import { openClient } from './open-client.js';
import { readMcpOptions, type McpClientOptions } from './options.js';

/**
 * Connects to one MCP server.
 *
 * @throws InvalidOptionError naming the option that is wrong
 * @throws McpConnectError when the server does not start, dies, or does not answer as one; nothing of it is left
 */
export async function mcpClient(options: McpClientOptions): Promise<McpClient> {
  return openClient(readMcpOptions(options), new AbortController().signal);
}
