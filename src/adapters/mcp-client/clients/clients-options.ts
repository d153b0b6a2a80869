import type { SallyportEvent } from '../../../domain/events.js';
import type { McpClientOptions } from '../options.js';
import type { Backoff } from './backoff.js';

/** One of several servers; its name is its key. */
export type McpServerOptions = Omit<McpClientOptions, 'name'>;

/** The servers by name. */
export type McpServers = Readonly<Record<string, McpServerOptions>>;

/** What `mcpClients` takes beside the servers. */
export interface McpClientsOptions {
  /** The `id` of the tool provider; `'mcp'` unless given. */
  readonly id?: string;
  /** How long to wait for servers that have not yet connected or failed, in milliseconds; 5,000 unless given. */
  readonly budgetMs?: number;
  /** Whether every tool is served as `<server>__<tool>`; unless given, two tools of one name are an error. */
  readonly prefix?: boolean;
  /** The waits between tries, in milliseconds: doubling from `firstMs`, 1,000 unless given, to `maxMs`, 60,000. */
  readonly retry?: Partial<Backoff>;
  /** Told of each change of a server's state, and of what a server without an `onEvent` of its own is told of. */
  readonly onEvent?: (event: SallyportEvent) => void;
}
