/**
 * How a server is: `connecting` during its first try; `failed` from a failed try on, also while it is tried again;
 * `connected` once it has listed its tools, also while its client renews a session that was lost; `closed` when closing
 * has begun, for good.
 */
export type McpServerState = 'connecting' | 'connected' | 'failed' | 'closed';

/** What is known of one server. */
export interface McpServerStatus {
  readonly state: McpServerState;
  /** When it came into this state, in milliseconds since the epoch. */
  readonly since: number;
  /** How many tries to connect were begun. */
  readonly tries: number;
  /** Why the latest try failed; there exactly when the state is `failed`. */
  readonly error?: { readonly code: string; readonly message: string };
  /** How many tools it had when they were last asked for; there exactly when the state is `connected`. */
  readonly tools?: number;
}

/** Told of each change of a server's state. */
export type McpServerChanged = (server: string, status: McpServerStatus) => void;
