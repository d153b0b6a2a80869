import { SallyportError } from '../../domain/errors.js';
import {
  McpClientClosedError,
  McpOutcomeUnknownError,
  McpResultShapeError,
  McpResultTooLargeError,
  McpTimeoutError,
  McpTransportError,
} from './errors.js';
import { factsOf, httpStatusOf } from './facts.js';
import { wasNotSent } from './not-sent.js';
import { SessionLostError } from './http/session-lost-error.js';
import { RpcClosedError, RpcError, RpcTimeoutError } from './rpc-errors.js';
import { whyUnusable } from './result/unusable-answer.js';

/** A message that is none, and a request, method or parameters that the server does not take. */
const NOT_TAKEN: ReadonlySet<unknown> = new Set([-32_700, -32_600, -32_601, -32_602]);
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
 * What a request threw, as an error of ours. Of a JSON-RPC error the server's message is kept; never a
 * response body, a header or a URL, and no cause, for any of these may echo what was sent.
 */
export function wireError(thrown: unknown, request: FailedRequest): SallyportError {
  if (SallyportError.is(thrown)) return thrown;
  const { server, what, hasEffect, maxResultBytes, isClosed, account } = request;
  if (isClosed) return new McpClientClosedError(server);
  const how = account === '' ? '' : `; ${account}`;
  const notRun = (problem: string): SallyportError => new McpTransportError(server, problem, 'not-run');
  const brokeOff = (problem: string, known: string): SallyportError =>
    hasEffect
      ? new McpOutcomeUnknownError(server, problem, known)
      : new McpTransportError(server, known === '' ? problem : `${problem}; ${known}`);

  const why = whyUnusable(factsOf(thrown).data);
  if (why?.kind === 'too large') return new McpResultTooLargeError(server, what, maxResultBytes);
  if (why?.kind === 'shape') return new McpResultShapeError(server, what, why.shape);
  if (why?.kind === 'flooded') {
    return brokeOff(`too much came beside the answer to "${what}", which was given up`, '');
  }
  if (why?.kind === 'broken off') return brokeOff(`the answer to "${what}" broke off or cannot be read`, '');
  if (thrown instanceof RpcTimeoutError) return new McpTimeoutError(server, what, hasEffect);
  if (thrown instanceof RpcClosedError) return brokeOff(`the connection broke during "${what}"`, account);
  if (thrown instanceof RpcError) {
    const refusal = `it refused "${what}": error ${thrown.code}: ${thrown.message.slice(0, SAID_CHARS)}`;
    return NOT_TAKEN.has(thrown.code) ? notRun(refusal) : new McpTransportError(server, refusal);
  }
  const status = httpStatusOf(thrown);
  if (thrown instanceof SessionLostError) {
    return notRun(`it refused "${what}" with HTTP status ${status}, in a new session too`);
  }
  if (status !== undefined && status < 500) return notRun(`it refused "${what}" with HTTP status ${status}`);
  if (wasNotSent(thrown)) return notRun(`"${what}" was not sent: the server could not be reached${how}`);
  const by = status === undefined ? '' : ` with HTTP status ${status}`;
  return brokeOff(`the request for "${what}" failed${by}`, account);
}
