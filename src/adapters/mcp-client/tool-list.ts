import type { SallyportEvent } from '../../domain/events.js';
import { shapeOf } from '../../domain/json.js';
import { McpTransportError } from './errors.js';
import { readListedTool, type ListedTool } from './listed-tool.js';

const MAX_PAGES = 1_000;

/**
 * Reads all pages of a server's tool list. A malformed tool, and one whose name was seen, is left out and reported; a
 * cursor that repeats or never ends stops the listing with what was read.
 *
 * @throws McpTransportError when a page is none
 */
export async function listTools(
  server: string,
  page: (cursor: string | undefined) => Promise<unknown>,
  report: (event: SallyportEvent) => void,
): Promise<readonly ListedTool[]> {
  const listed = new Map<string, ListedTool>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const { tools, nextCursor } = readPage(server, await page(cursor));
    for (const item of tools) {
      const { name, tool, problem } = readListedTool(item);
      const reason = listed.has(name) ? 'another tool of the server has this name' : problem;
      if (tool !== undefined && reason === undefined) listed.set(name, tool);
      else
        report({ type: 'sallyport.mcp.tool_quarantined', server, tool: name, reason: reason ?? 'malformed' });
    }
    const reason = whyToStop(nextCursor, cursors);
    if (reason !== undefined) {
      report({ type: 'sallyport.mcp.list_incomplete', server, reason, tools: listed.size });
    }
    cursor = reason === undefined && typeof nextCursor === 'string' ? nextCursor : undefined;
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined);
  return [...listed.values()];
}

interface Page {
  readonly tools: readonly unknown[];
  /** Absent on the last page; servers also say that with null or an empty text. */
  readonly nextCursor: unknown;
}

function readPage(server: string, page: unknown): Page {
  const { tools, nextCursor } = (typeof page === 'object' && page !== null ? page : {}) as {
    readonly tools?: unknown;
    readonly nextCursor?: unknown;
  };
  if (Array.isArray(tools)) {
    return { tools, nextCursor: nextCursor === null || nextCursor === '' ? undefined : nextCursor };
  }
  throw new McpTransportError(
    server,
    `it answered tools/list with "tools" that is ${shapeOf(tools)}; expected an array`,
  );
}

function whyToStop(nextCursor: unknown, seen: ReadonlySet<string>): string | undefined {
  if (nextCursor === undefined) return undefined;
  if (typeof nextCursor !== 'string') return `its cursor is ${shapeOf(nextCursor)}`;
  if (seen.has(nextCursor)) return 'its cursor repeats';
  return seen.size >= MAX_PAGES - 1 ? `it has over ${MAX_PAGES} pages` : undefined;
}
