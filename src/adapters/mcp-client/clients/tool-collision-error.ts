import { SallyportError } from '../../../domain/errors.js';

/** Two servers have a tool of one name, so that which of them a call would reach could not be told. */
export class McpToolCollisionError extends SallyportError {
  constructor(tool: string, first: string, second: string) {
    super(
      'ERR_MCP_TOOL_COLLISION',
      `MCP servers "${first}" and "${second}" both have a tool "${tool}". Give mcpClients { prefix: true }, or leave out one of the servers.`,
    );
  }
}
