import { z } from 'zod';
import { SallyportError } from '../../domain/errors.js';
import type { Tool } from '../../domain/tool.js';
import type { McpClient } from '../../ports/mcp-client.js';
import { callTool } from './call-tool.js';
import { connectMcp } from './connection.js';
import { McpClientClosedError, McpTransportError } from './errors.js';
import { readMcpOptions, type McpClientOptions } from './options.js';
import { listTools, type ListedTool, type ToolPage } from './tool-list.js';

const ANY_PAGE = z.looseObject({});

/**
 * Connects to one MCP server.
 *
 * @throws InvalidOptionError naming the option that is wrong
 * @throws McpConnectError when the server does not start, dies, or does not answer as one; nothing of it is left
 */
export async function mcpClient(options: McpClientOptions): Promise<McpClient> {
  const settings = readMcpOptions(options);
  const { name, onEvent, callTimeoutMs } = settings;
  const connection = await connectMcp(settings);
  let closing: Promise<void> | undefined;
  let snapshot: Promise<readonly Tool[]> | undefined;
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
  const page = (cursor: string | undefined): Promise<ToolPage> =>
    connection.client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      ANY_PAGE,
      { timeout: callTimeoutMs },
    );
  const list = async (): Promise<readonly Tool[]> => {
    try {
      return (await listTools(name, page, onEvent)).map(serve);
    } catch (thrown) {
      checkOpen();
      if (SallyportError.is(thrown)) throw thrown;
      const account = connection.account();
      throw new McpTransportError(
        name,
        `its tools could not be listed${account === '' ? '' : `; ${account}`}`,
      );
    } finally {
      listing = undefined;
    }
  };
  /** One listing at a time, which concurrent callers share; one that fails leaves the snapshot as it was. */
  const relist = async (): Promise<readonly Tool[]> => {
    checkOpen();
    const tools = await (listing ??= list());
    snapshot = Promise.resolve(tools);
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
