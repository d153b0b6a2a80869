import type { Json } from '../../domain/json.js';
import type { McpConnection } from './connection.js';
import type { McpClientSettings } from './options.js';
import { readResult } from './result/result.js';
import { wireError } from './wire-error.js';

/**
 * Calls one tool. An abort cancels the call on the wire and rejects with the caller's reason; progress renews the time
 * limit up to the hard one; what goes wrong otherwise is a named error, which says of a call that may have run that its
 * outcome is unknown.
 */
export async function callTool(
  connection: McpConnection,
  settings: McpClientSettings,
  tool: string,
  args: unknown,
  signal: AbortSignal | undefined,
): Promise<Json> {
  signal?.throwIfAborted();
  const { name: server, callTimeoutMs, maxCallMs, maxResultBytes } = settings;
  try {
    const options = { signal, idleMs: callTimeoutMs, maxMs: maxCallMs };
    return readResult(await connection.callTool(tool, args, options), { server, tool });
  } catch (thrown) {
    if (signal?.aborted === true) throw signal.reason;
    const { isClosed } = connection;
    const account = connection.account();
    throw wireError(thrown, { server, what: tool, hasEffect: true, maxResultBytes, isClosed, account });
  }
}
