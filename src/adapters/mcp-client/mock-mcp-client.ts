import { SallyportError, textOfThrown } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';
import { checkTool, checkUniqueNames } from '../../domain/tool-check.js';
import type { Tool, ToolContext } from '../../domain/tool.js';
import type { McpClient } from '../../ports/mcp-client.js';
import { McpClientClosedError, McpToolError } from './errors.js';

/** What `mockMcpClient` takes. */
export interface MockMcpClientOptions {
  /** `'mcp'` unless given. */
  readonly name?: string;
  /** What the server has; read again by `refresh()`, so that a test can change it. */
  readonly tools: readonly Tool[];
}

const RULES = { name: option.text, tools: option.required(option.list) };

/**
 * A client of a server that is not there: the same shape and the same laws, in memory. What a tool throws is an error of
 * the server's, as it would be over the wire.
 */
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
      try {
        return await tool.execute(args, ctx);
      } catch (thrown) {
        if (SallyportError.is(thrown) || ctx?.signal?.aborted) throw thrown;
        throw new McpToolError(name, tool.schema.name, textOfThrown(thrown));
      }
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
