import { InvalidOptionError } from '../../domain/errors.js';
import { factsOf, httpStatusOf } from './facts.js';
import type { OpenedTransport } from './open-transport.js';
import { whyUnusable } from './result/unusable-answer.js';

const REQUEST_TIMEOUT = -32_001;
const REFUSED_AND_BELOW = -32_600;

/** Why a server could not be connected, in words that show nothing of what was sent or answered. */
export function connectProblem(
  thrown: unknown,
  opened: Pick<OpenedTransport, 'account' | 'isNoisy'>,
  connectTimeoutMs: number,
): string {
  const facts = [reasonOf(thrown, connectTimeoutMs)];
  if (opened.isNoisy()) facts.push('it wrote to standard output what is no MCP message');
  facts.push(opened.account());
  const known = facts.filter((fact) => fact !== undefined && fact !== '');
  return known.length === 0
    ? 'it could not be reached, or did not answer as an MCP server does'
    : known.join('; ');
}

function reasonOf(thrown: unknown, connectTimeoutMs: number): string | undefined {
  const { code, data } = factsOf(thrown);
  const message = thrown instanceof Error ? thrown.message : '';
  const status = httpStatusOf(thrown);
  if (message === 'late' || code === REQUEST_TIMEOUT)
    return `it did not answer within ${connectTimeoutMs} ms`;
  if (status !== undefined && status < 400) {
    return `it answered with HTTP status ${status}, a redirect that is not followed; use the URL that it leads to`;
  }
  if (status !== undefined) return `it answered with HTTP status ${status}`;
  if (message.startsWith("Server's protocol version"))
    return 'it speaks no version of MCP that is known here';
  if (whyUnusable(data) !== undefined) return 'its answer to initialize cannot be read';
  if (typeof code === 'number' && code <= REFUSED_AND_BELOW) return `it refused to initialise: error ${code}`;
  return thrown instanceof InvalidOptionError ? message : undefined;
}
