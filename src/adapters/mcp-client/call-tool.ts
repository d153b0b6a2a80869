import { z } from 'zod';
import { SallyportError, textOfThrown } from '../../domain/errors.js';
import type { Json } from '../../domain/json.js';
import type { McpConnection } from './connection.js';
import { McpResultTooLargeError, McpTimeoutError, McpTransportError } from './errors.js';
import type { McpClientSettings } from './options.js';
import { readResult } from './result.js';
import { TOO_LARGE } from './stdio-transport.js';

/** Whatever a server answers: it is read by {@link readResult}, which says what is wrong with it. */
const ANY_RESULT = z.unknown();

const REQUEST_TIMEOUT = -32_001;
const CONNECTION_CLOSED = -32_000;
const INVALID_REQUEST_AND_BELOW = -32_600;

/** Calls one tool. An abort cancels the call on the wire; progress prolongs it; what goes wrong is a named error. */
export async function callTool(
  connection: McpConnection,
  settings: McpClientSettings,
  tool: string,
  args: unknown,
  signal: AbortSignal | undefined,
): Promise<Json> {
  const { name, callTimeoutMs, maxCallMs } = settings;
  const abort = new AbortController();
  const giveUp = (): void => abort.abort(signal?.reason);
  if (signal?.aborted === true) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const result = await connection.client.request(
      { method: 'tools/call', params: { name: tool, arguments: args as Record<string, unknown> } },
      ANY_RESULT,
      {
        signal: abort.signal,
        timeout: callTimeoutMs,
        maxTotalTimeout: maxCallMs,
        resetTimeoutOnProgress: true,
        onprogress: () => undefined,
      },
    );
    return readResult(result, { server: name, tool });
  } catch (thrown) {
    if (SallyportError.is(thrown) || signal?.aborted === true) throw thrown;
    throw namedError(thrown, connection, settings, tool);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** What the protocol's client threw, as an error of ours: never a response body, which may echo what we sent. */
function namedError(
  thrown: unknown,
  connection: McpConnection,
  { name, maxResultBytes }: McpClientSettings,
  tool: string,
): SallyportError {
  const { code, data } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    code?: unknown;
    data?: unknown;
  };
  if (data === TOO_LARGE) return new McpResultTooLargeError(name, tool, maxResultBytes);
  if (code === REQUEST_TIMEOUT) return new McpTimeoutError(name, tool);
  if (code === CONNECTION_CLOSED) {
    const account = connection.account();
    return new McpTransportError(
      name,
      `the connection broke during "${tool}", which may have taken effect${account === '' ? '' : `; ${account}`}`,
    );
  }
  if (typeof code === 'number' && code <= INVALID_REQUEST_AND_BELOW) {
    return new McpTransportError(name, `it refused to run "${tool}": ${textOfThrown(thrown)}`);
  }
  const status = typeof code === 'number' && code >= 300 && code < 600 ? ` with HTTP status ${code}` : '';
  return new McpTransportError(name, `the request for "${tool}" failed${status}; it may have taken effect`);
}
