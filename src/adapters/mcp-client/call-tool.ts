import { SallyportError } from '../../domain/errors.js';
import type { Json } from '../../domain/json.js';
import type { McpConnection } from './connection.js';
import { McpTimeoutError } from './errors.js';
import type { McpClientSettings } from './options.js';
import { wasNotSent } from './not-sent.js';
import { readResult } from './result/result.js';
import { wireError } from './wire-error.js';

/** What is told to the server, in place of the caller's own reason. */
const CANCELLED = 'The caller gave up.';

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
  const abort = new AbortController();
  let isLate = false;
  const giveUp = (): void => abort.abort(CANCELLED);
  const limit = setTimeout(() => {
    isLate = true;
    giveUp();
  }, maxCallMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const result = await connection.callTool(tool, args, {
      signal: abort.signal,
      timeout: callTimeoutMs,
      resetTimeoutOnProgress: true,
      onprogress: () => undefined,
    });
    return readResult(result, { server, tool });
  } catch (thrown) {
    if (abort.signal.aborted && !isLate) throw signal?.reason;
    if (isLate && !wasNotSent(thrown) && !SallyportError.is(thrown))
      throw new McpTimeoutError(server, tool, true);
    const { isClosed } = connection;
    const account = connection.account();
    throw wireError(thrown, { server, what: tool, hasEffect: true, maxResultBytes, isClosed, account });
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener('abort', giveUp);
  }
}
