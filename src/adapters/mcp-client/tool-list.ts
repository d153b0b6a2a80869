import type { SallyportEvent } from '../../domain/events.js';
import { shapeOf, toJson } from '../../domain/json.js';
import type { JsonSchema, ToolSchema } from '../../domain/tool.js';

const MAX_PAGES = 1_000;

/** One tool as a server lists it. */
export interface ListedTool {
  readonly schema: ToolSchema;
  /** Whether its annotations say that a repeated call does no harm. */
  readonly repeatable: boolean;
}

/** One page of `tools/list`, as it came. */
export interface ToolPage {
  readonly tools?: unknown;
  readonly nextCursor?: unknown;
}

/**
 * Reads all pages of a server's tool list. A malformed tool, and one whose name was seen, is left out and reported; a
 * cursor that repeats or never ends stops the listing with what was read.
 */
export async function listTools(
  server: string,
  page: (cursor: string | undefined) => Promise<ToolPage>,
  report: (event: SallyportEvent) => void,
): Promise<readonly ListedTool[]> {
  const listed = new Map<string, ListedTool>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const { tools, nextCursor } = await page(cursor);
    for (const item of Array.isArray(tools) ? (tools as readonly unknown[]) : []) {
      const read = readTool(item);
      const taken = read.tool !== undefined && listed.has(read.tool.schema.name);
      const reason = taken ? 'another tool of the server has this name' : read.problem;
      if (read.tool !== undefined && !taken) listed.set(read.tool.schema.name, read.tool);
      else
        report({
          type: 'sallyport.mcp.tool_quarantined',
          server,
          tool: read.name,
          reason: reason ?? 'malformed',
        });
    }
    cursor = typeof nextCursor === 'string' ? nextCursor : undefined;
    if (cursor !== undefined && (cursors.has(cursor) || cursors.size >= MAX_PAGES)) {
      const reason = cursors.has(cursor) ? 'its cursor repeats' : `it has over ${MAX_PAGES} pages`;
      report({ type: 'sallyport.mcp.list_incomplete', server, reason, tools: listed.size });
      cursor = undefined;
    }
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined);
  return [...listed.values()];
}

interface ReadTool {
  readonly name: string;
  readonly tool?: ListedTool;
  readonly problem?: string;
}

function readTool(item: unknown): ReadTool {
  const { name, description, inputSchema, annotations } = (isObject(item) ? item : {}) as Record<
    string,
    unknown
  >;
  if (typeof name !== 'string' || name === '') return { name: '(no name)', problem: 'it has no name' };
  if (description !== undefined && typeof description !== 'string') {
    return { name, problem: `its description is ${shapeOf(description)}` };
  }
  if (!isObject(inputSchema)) return { name, problem: `its inputSchema is ${shapeOf(inputSchema)}` };
  try {
    const schema = toJson(inputSchema, 'inputSchema') as JsonSchema;
    const { readOnlyHint, idempotentHint } = (isObject(annotations) ? annotations : {}) as Record<
      string,
      unknown
    >;
    const repeatable = readOnlyHint === true || idempotentHint === true;
    return {
      name,
      tool: { schema: { name, description: description ?? '', inputSchema: schema }, repeatable },
    };
  } catch {
    return { name, problem: 'its inputSchema nests too deep' };
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
