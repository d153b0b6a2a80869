import { SallyportError } from '../../domain/errors.js';

/** What a server says of a tool was not accepted: it is new, suspect, or not what was pinned. Nothing was sent. */
export class McpDefinitionChangedError extends SallyportError {
  readonly server: string;
  readonly tool: string;

  constructor(server: string, tool: string, reason: string) {
    super(
      'ERR_MCP_DEFINITION_CHANGED',
      `Tool "${tool}" of MCP server "${server}" was not called: ${reason}. Look at it in pending("${server}") of the definitionPins, and accept() it.`,
    );
    this.server = server;
    this.tool = tool;
  }
}
