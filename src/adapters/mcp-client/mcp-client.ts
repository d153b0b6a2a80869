import type { Tool } from '../../domain/tool.js';
import type { McpClient } from '../../ports/mcp-client.js';
import { callTool } from './call-tool.js';
import { connectMcp } from './connection.js';
import { McpClientClosedError } from './errors.js';
import type { ListedTool } from './listed-tool.js';
import { readMcpOptions, type McpClientOptions } from './options.js';
import { listTools } from './tool-list.js';
import { wireError } from './wire-error.js';

/**
 * Connects to one MCP server.
 *
 * @throws InvalidOptionError naming the option that is wrong
 * @throws McpConnectError when the server does not start, dies, or does not answer as one; nothing of it is left
 */
export async function mcpClient(options: McpClientOptions): Promise<McpClient> {
  const settings = readMcpOptions(options);
  const { name, onEvent, callTimeoutMs, maxResultBytes } = settings;
  const connection = await connectMcp(settings);
  let closing: Promise<void> | undefined;
  let snapshot: readonly Tool[] | undefined;
  let listing: Promise<readonly Tool[]> | undefined;

  const checkOpen = (): void => {
    if (closing !== undefined) throw new McpClientClosedError(name);
  };
  const serve = ({ schema, repeatable }: ListedTool): Tool => ({
    schema,
    source: name,
    ...(repeatable ? { replay: 'safe' as const } : {}),
    execute: async (args: unknown, ctx?: { readonly signal?: AbortSignal }) => {
      checkOpen();
      return callTool(connection, settings, schema.name, args, ctx?.signal);
    },
  });
  const page = (cursor: string | undefined): Promise<unknown> =>
    connection.listPage(cursor, { idleMs: callTimeoutMs });
  const list = async (): Promise<readonly Tool[]> => {
    try {
      return (await listTools(name, page, onEvent)).map(serve);
    } catch (thrown) {
      const { isClosed } = connection;
      const account = connection.account();
      const failed = {
        server: name,
        what: 'tools/list',
        hasEffect: false,
        maxResultBytes,
        isClosed,
        account,
      };
      throw wireError(thrown, failed);
    } finally {
      listing = undefined;
    }
  };
  /** One listing at a time, which concurrent callers share; one that fails leaves the snapshot as it was. */
  const relist = async (): Promise<readonly Tool[]> => {
    checkOpen();
    const tools = await (listing ??= list());
    checkOpen();
    snapshot = tools;
    return tools;
  };

  return {
    name,
    tools: async () => {
      checkOpen();
      return snapshot ?? relist();
    },
    refresh: relist,
    close: async () => {
      closing ??= connection.close();
      await closing;
    },
  };
}
