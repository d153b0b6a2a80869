import { SallyportError, classOfThrown } from '../../domain/errors.js';
import type { Tool } from '../../domain/tool.js';
import type { McpClient } from '../../ports/mcp-client.js';
import { callTool } from './call-tool.js';
import { connectMcp } from './connection.js';
import { McpDefinitionChangedError } from './definition-changed-error.js';
import { McpClientClosedError } from './errors.js';
import { ListNotices } from './list-notices.js';
import type { ListedTool } from './listed-tool.js';
import type { McpClientSettings } from './options.js';
import { reportList } from './report-list.js';
import { listTools } from './tool-list.js';
import { ToolSnapshot, type ListedTools } from './tool-snapshot.js';
import { wireError } from './wire-error.js';

/**
 * Connects to one MCP server.
 *
 * @param signal ends the connecting; of no use after that
 * @throws McpConnectError when the server does not start, dies, or does not answer as one; nothing of it is left
 */
export async function openClient(settings: McpClientSettings, signal: AbortSignal): Promise<McpClient> {
  const { name, onEvent, callTimeoutMs, maxResultBytes, pinDefinitions } = settings;
  let notices: ListNotices | undefined = undefined;
  /** What the server said last: a call reaches the tool of that, whichever list it was taken from. */
  let listed: ListedTools | undefined;
  const onListChanged = (): void => notices?.heard();
  const onRenewed = (): void => notices?.renewed();
  const connection = await connectMcp({ ...settings, onListChanged, onRenewed }, signal);
  let closing: Promise<void> | undefined;

  const checkOpen = (): void => {
    if (closing !== undefined) throw new McpClientClosedError(name);
  };
  const checkPin = (tool: string, served: string): void => {
    const digest = listed?.get(tool)?.digest ?? served;
    if (pinDefinitions === undefined || pinDefinitions.isPinned(name, tool, digest)) return;
    const change = pinDefinitions.pending(name).find((one) => one.tool === tool && one.digest === digest);
    const parts = change?.parts ?? [];
    const changed = parts.length > 0 ? `its ${parts.join(', ')} changed since it was pinned` : undefined;
    throw new McpDefinitionChangedError(name, tool, changed ?? 'what the server says of it was not accepted');
  };
  const serve = ({ schema, repeatable, digest }: ListedTool): Tool => ({
    schema,
    source: name,
    definition: digest,
    ...(repeatable ? { replay: 'safe' as const } : {}),
    execute: async (args: unknown, ctx?: { readonly signal?: AbortSignal }) => {
      checkOpen();
      checkPin(schema.name, digest);
      return callTool(connection, settings, schema.name, args, ctx?.signal);
    },
  });
  const page = (cursor: string | undefined): Promise<unknown> =>
    connection.listPage(cursor, { idleMs: callTimeoutMs });
  const list = async (): Promise<readonly ListedTool[]> => {
    try {
      const tools = await listTools(name, page, onEvent);
      checkOpen();
      return tools;
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
    }
  };
  const snapshot = new ToolSnapshot({
    list,
    serve,
    listed: (after, before) => {
      listed = after;
      reportList(settings, after, before);
    },
  });
  const renew = async (): Promise<boolean> => {
    try {
      return await snapshot.renew();
    } catch (thrown) {
      if (closing !== undefined) return false;
      const why = SallyportError.is(thrown) ? thrown.code : `a ${classOfThrown(thrown)}`;
      const message = `its tools changed and could not be listed again (${why}); those it had are kept`;
      onEvent({ type: 'sallyport.mcp.warning', server: name, message });
      return false;
    }
  };
  notices = new ListNotices(renew);

  return {
    name,
    tools: async () => {
      checkOpen();
      return snapshot.tools();
    },
    refresh: async () => {
      checkOpen();
      return snapshot.refresh();
    },
    close: async () => {
      notices?.stop();
      closing ??= connection.close();
      await closing;
    },
  };
}
