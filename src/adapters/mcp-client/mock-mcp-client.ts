import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';
import { checkTool, checkUniqueNames } from '../../domain/tool-check.js';
import type { Tool, ToolContext } from '../../domain/tool.js';
import type { McpClient } from '../../ports/mcp-client.js';
import { McpClientClosedError } from './errors.js';

/** What `mockMcpClient` takes. */
export interface MockMcpClientOptions {
  /** `'mcp'` unless given. */
  readonly name?: string;
  /** What the server has; read again by `refresh()`, so that a test can change it. */
  readonly tools: readonly Tool[];
}

const RULES = { name: option.text, tools: option.required(option.list) };

/** A client of a server that is not there: the same shape and the same laws, in memory. */
export function mockMcpClient(options: MockMcpClientOptions): McpClient {
  const { name = 'mcp', tools } = checkOptions('mockMcpClient', options, RULES);
  let closed = false;
  let snapshot: readonly Tool[] | undefined;
  const checkOpen = (): void => {
    if (closed) throw new McpClientClosedError(name);
  };
  const serve = (tool: Tool): Tool => ({
    ...tool,
    source: name,
    execute: async (args: never, ctx: ToolContext) => {
      checkOpen();
      return tool.execute(args, ctx);
    },
  });
  const list = (): readonly Tool[] => {
    for (const tool of tools) checkTool('mockMcpClient', tool);
    checkUniqueNames('mockMcpClient', tools);
    return tools.map(serve);
  };
  return {
    name,
    tools: async () => {
      checkOpen();
      return (snapshot ??= list());
    },
    refresh: async () => {
      checkOpen();
      return (snapshot = list());
    },
    close: async () => {
      closed = true;
    },
  };
}
