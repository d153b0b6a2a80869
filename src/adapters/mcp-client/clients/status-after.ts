import type { McpServerState, McpServerStatus } from './server-status.js';

/** The status once the server has come into a state, or has stayed in it, with what is known of that state alone. */
export function statusAfter(
  { state: former, since, tries }: McpServerStatus,
  state: McpServerState,
  known: Pick<McpServerStatus, 'error' | 'tools'> = {},
): McpServerStatus {
  return { state, since: state === former ? since : Date.now(), tries, ...known };
}
