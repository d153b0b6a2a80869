import { isLoopbackHost, type UrlPolicy } from '../../../domain/url-guard.js';
import { CredentialUnavailableError } from '../credential-errors.js';
import { httpExchange, type Send } from '../http-exchange.js';

/** The one way to every URL that a peer names: the URL and its resolved address are judged, and no redirect is followed. */
export interface GuardedHttp {
  readonly send: Send;
  readonly policy: UrlPolicy;
}

/**
 * Where the requests for one MCP server may go. A peer may name this machine only when the server is on this machine, or
 * where the private network is allowed.
 */
export function guardedHttp(timeoutMs: number, privateNetwork: boolean): (server: URL) => GuardedHttp {
  const within = (loopback: boolean): GuardedHttp => {
    const policy = { privateNetwork, loopback };
    return { policy, send: httpExchange({ timeoutMs, policy }) };
  };
  const near = within(true);
  const far = within(privateNetwork);
  return (server) => (isLoopbackHost(server.hostname) ? near : far);
}

/**
 * The JSON object at a URL.
 *
 * @returns undefined when the far side has none there (any 4xx but 429)
 * @throws CredentialUnavailableError without anything of the body
 */
export async function readJson(
  { send }: GuardedHttp,
  what: string,
  url: URL,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { status, body } = await send({ what, method: 'GET', url, headers: {}, signal });
  if (status >= 400 && status < 500 && status !== 429) return undefined;
  if (status !== 200) {
    const transient = status === 429 || status >= 500;
    throw new CredentialUnavailableError(`${what} answered status ${status}.`, transient);
  }
  const json = parsed(body);
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>;
  throw new CredentialUnavailableError(`${what} is no JSON object.`, false);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
