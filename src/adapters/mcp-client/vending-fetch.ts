import { classOfThrown, SallyportError } from '../../domain/errors.js';
import type { Credential } from '../../domain/credential.js';
import { GatewayAuthorizationRequiredError, GatewayCredentialError } from './errors.js';
import type { GatewayTransport } from './gateway-transport.js';
import type { FetchFunction } from './fetch-function.js';

const UNAUTHORIZED = 401;

/**
 * Vends a credential, applies it over the request's own headers, and sends. A credential that is refused is vended once
 * more, afresh. It lives in the frame of the request alone.
 */
export function vendingFetch(send: FetchFunction, gateway: GatewayTransport): FetchFunction {
  return async (input, init) => {
    const first = await send(input, withCredential(init, await vend(gateway, init, false)));
    if (first.status !== UNAUTHORIZED) return first;
    await first.body?.cancel();
    return send(input, withCredential(init, await vend(gateway, init, true)));
  };
}

async function vend(
  gateway: GatewayTransport,
  init: RequestInit | undefined,
  forceReauth: boolean,
): Promise<Credential> {
  const { credentials, service, scopes, mode } = gateway;
  const answer = await credentials
    .getCredential({
      service,
      ...(scopes === undefined ? {} : { scopes }),
      ...(mode === undefined ? {} : { mode }),
      ...(forceReauth ? { forceReauth } : {}),
      ...(init?.signal ? { signal: init.signal } : {}),
    })
    .catch((thrown: unknown) => {
      throw SallyportError.is(thrown) ? thrown : new GatewayCredentialError(service, classOfThrown(thrown));
    });
  if (answer.status === 'issued') return answer.credential;
  throw new GatewayAuthorizationRequiredError(service, answer.authorizationUrl);
}

function withCredential(init: RequestInit | undefined, credential: Credential): RequestInit {
  const headers = new Headers(init?.headers);
  for (const [name, value] of Object.entries(credential.toHeaders())) headers.set(name, value);
  return { ...init, headers };
}
