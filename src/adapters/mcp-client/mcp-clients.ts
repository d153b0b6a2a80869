import type { McpClient } from '../../ports/mcp-client.js';
import type { Tool } from '../../domain/tool.js';
import type { ToolProvider } from '../../ports/tool-provider.js';
import { InvalidOptionError } from '../../domain/errors.js';
import { closeAll } from './clients/close-all.js';
import type { McpClientsOptions, McpServers } from './clients/clients-options.js';
import { firstTries } from './clients/first-tries.js';
import { KeptServer } from './clients/kept-server.js';
import { mergedTools } from './clients/merged-tools.js';
import { readClientsOptions } from './clients/read-clients-options.js';
import type { McpServerStatus } from './clients/server-status.js';
import { McpClientClosedError } from './errors.js';

/** Several MCP servers as one tool provider, which shows the tools of those that are connected at the moment. */
export interface McpClients extends ToolProvider {
  /**
   * The tools of the connected servers, in the order of the servers as they were given: what `list()` shows.
   *
   * @throws McpToolCollisionError when two servers have a tool of one name and there is no `prefix`
   * @throws McpClientClosedError once closing has begun
   */
  tools(): Promise<readonly Tool[]>;
  /**
   * The client of one server; undefined while it is not connected. To close it takes this server out for good.
   *
   * @throws InvalidOptionError when no server has the name
   */
  client(name: string): McpClient | undefined;
  /** How each server is. */
  status(): Readonly<Record<string, McpServerStatus>>;
  /** `ok` when every server is connected. */
  health(): Promise<{ readonly ok: boolean; readonly detail: Readonly<Record<string, McpServerStatus>> }>;
  /** Closes every server, also those that are still being connected, and ends the tries. Idempotent. */
  close(): Promise<void>;
}

/**
 * Connects to several MCP servers at once. A server that fails costs its own tools only: it is tried again in the
 * background until it is connected or closed. Until `close()` it holds the process, as an open connection does: also the
 * waits between tries, so that a program that has nothing else to do still sees its servers come up.
 *
 * @returns when every server is connected or has failed once, at the latest after `budgetMs`
 * @throws InvalidOptionError naming the server and the option that is wrong; nothing else, also when all servers fail
 */
export async function mcpClients(servers: McpServers, options: McpClientsOptions = {}): Promise<McpClients> {
  const settings = readClientsOptions(servers, options);
  const { id, budgetMs, prefix, backoff, onEvent } = settings;
  const report = (server: string, { state, since, tries, error }: McpServerStatus): void => {
    const code = error === undefined ? {} : { code: error.code };
    onEvent({ type: 'sallyport.mcp.status', at: since, server, state, tries, ...code });
  };
  const kept = settings.servers.map((one) => new KeptServer(one, backoff, report));
  const names = kept.map(({ name }) => name).join('", "');
  const merge = mergedTools(prefix);
  let closing: Promise<void> | undefined;
  const tools = async (): Promise<readonly Tool[]> => {
    if (closing !== undefined) throw new McpClientClosedError(names, 'mcpClients');
    const listed = await Promise.all(
      kept.map(async (server) => ({ server: server.name, tools: (await server.tools()) ?? [] })),
    );
    return merge(listed);
  };
  const status = (): Readonly<Record<string, McpServerStatus>> =>
    Object.fromEntries(kept.map((server) => [server.name, server.status]));

  await firstTries(kept, budgetMs);
  return {
    id,
    list: tools,
    tools,
    client: (name) => {
      const found = kept.find((server) => server.name === name);
      if (found === undefined) throw new InvalidOptionError(`mcpClients: there is no server "${name}".`);
      return found.client;
    },
    status,
    health: async () => ({
      ok: kept.every(({ status: { state } }) => state === 'connected'),
      detail: status(),
    }),
    close: async () => {
      closing ??= closeAll(kept);
      await closing;
    },
  };
}
