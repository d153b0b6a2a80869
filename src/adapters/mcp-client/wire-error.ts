import { SallyportError, textOfThrown } from '../../domain/errors.js';
import {
  McpClientClosedError,
  McpResultShapeError,
  McpResultTooLargeError,
  McpTimeoutError,
  McpTransportError,
} from './errors.js';
import { whyUnusable } from './unusable-answer.js';

const REQUEST_TIMEOUT = -32_001;
const CONNECTION_CLOSED = -32_000;
const INVALID_REQUEST_AND_BELOW = -32_600;
const SAID_CHARS = 2_000;

/** The request that failed, and what is known of the connection. */
export interface FailedRequest {
  readonly server: string;
  /** The tool that was called, or the method that was asked for. */
  readonly what: string;
  /** Whether the request may have changed something on the server. */
  readonly hasEffect: boolean;
  readonly maxResultBytes: number;
  readonly isClosed: boolean;
  /** What is known of the server's process; empty where there is none. */
  readonly account: string;
}

/**
 * What the protocol's client threw, as an error of ours. Of a JSON-RPC error the server's message is kept; never a
 * response body, a header or a URL, and no cause, for any of these may echo what was sent.
 */
export function wireError(thrown: unknown, request: FailedRequest): SallyportError {
  if (SallyportError.is(thrown)) return thrown;
  const { server, what, hasEffect, maxResultBytes, isClosed, account } = request;
  const { code, data } = factsOf(thrown);
  if (isClosed) return new McpClientClosedError(server);
  const doubt = hasEffect ? '; it may have taken effect' : '';
  const how = account === '' ? '' : `; ${account}`;
  const why = whyUnusable(data);
  if (why?.kind === 'too large') return new McpResultTooLargeError(server, what, maxResultBytes);
  if (why?.kind === 'shape') return new McpResultShapeError(server, what, why.shape);
  if (why?.kind === 'broken off') {
    return new McpTransportError(server, `the answer to "${what}" broke off or cannot be read${doubt}`);
  }
  if (thrown instanceof Error && thrown.name === 'ZodError') {
    return new McpResultShapeError(server, what, 'what is no JSON-RPC answer');
  }
  if (code === REQUEST_TIMEOUT) return new McpTimeoutError(server, what);
  if (code === CONNECTION_CLOSED) {
    return new McpTransportError(server, `the connection broke during "${what}"${doubt}${how}`);
  }
  if (thrown instanceof Error && thrown.message === 'Not connected') {
    return new McpTransportError(server, `the connection is broken, and "${what}" was not sent${how}`);
  }
  if (typeof code === 'number' && code <= INVALID_REQUEST_AND_BELOW) {
    const said = textOfThrown(thrown).slice(0, SAID_CHARS);
    return new McpTransportError(server, `it refused "${what}": ${said}`);
  }
  const status = httpStatusOf(code);
  if (status !== undefined && status < 500) {
    return new McpTransportError(server, `it refused "${what}" with HTTP status ${status}`);
  }
  const by = status === undefined ? '' : ` with HTTP status ${status}`;
  return new McpTransportError(server, `the request for "${what}" failed${by}${doubt}${how}`);
}

/** The HTTP status that a thrown value carries as its code; undefined where it carries none. */
export function httpStatusOf(code: unknown): number | undefined {
  return typeof code === 'number' && code >= 300 && code < 600 ? code : undefined;
}

/** The code and the data that a thrown value carries. */
export function factsOf(thrown: unknown): { readonly code?: unknown; readonly data?: unknown } {
  return typeof thrown === 'object' && thrown !== null ? thrown : {};
}
