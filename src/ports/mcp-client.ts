import type { Tool } from '../domain/tool.js';

/**
 * A connection to one MCP server. Connecting is the adapter's factory's work; a client that exists is connected.
 *
 * Laws:
 * - `tools()` lists once and serves that snapshot; concurrent callers share one listing.
 * - `refresh()` lists again and replaces the snapshot; a listing that fails leaves the old snapshot in place.
 * - Every served tool carries the client's `name` as its `source` and its `inputSchema` unchanged.
 * - A tool's `execute` throws for a result with `isError`, with the server's own text, naming tool and server.
 * - After `close()` every other method, and every served tool, refuses with `McpClientClosedError`.
 * - `close()` is idempotent, and what the client opened (session, process, socket) is gone when it resolves.
 */
export interface McpClient {
  readonly name: string;
  tools(): Promise<readonly Tool[]>;
  refresh(): Promise<readonly Tool[]>;
  close(): Promise<void>;
}
