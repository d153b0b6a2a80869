import { classOfThrown, SallyportError } from '../../../domain/errors.js';
import type { Credential } from '../../../domain/credential.js';
import { GatewayAuthorizationRequiredError, GatewayCredentialError } from '../errors.js';
import type { GatewayTransport } from './gateway-transport.js';
import type { HttpRequest, HttpSend } from './http-send.js';

const UNAUTHORIZED = 401;

/**
 * Vends a credential, applies it over the request's own headers, and sends. A credential that is refused is vended once
 * more, afresh. It lives in the frame of the request alone.
 */
export function vendingSend(send: HttpSend, gateway: GatewayTransport): HttpSend {
  return async (request) => {
    const first = await send(withCredential(request, await vend(gateway, request.signal, false)));
    if (first.status !== UNAUTHORIZED) return first;
    first.discard();
    return send(withCredential(request, await vend(gateway, request.signal, true)));
  };
}

async function vend(
  { credentials, service, scopes, mode }: GatewayTransport,
  signal: AbortSignal,
  forceReauth: boolean,
): Promise<Credential> {
  const answer = await credentials
    .getCredential({
      service,
      ...(scopes === undefined ? {} : { scopes }),
      ...(mode === undefined ? {} : { mode }),
      ...(forceReauth ? { forceReauth } : {}),
      signal,
    })
    .catch((thrown: unknown) => {
      throw SallyportError.is(thrown) ? thrown : new GatewayCredentialError(service, classOfThrown(thrown));
    });
  if (answer.status === 'issued') return answer.credential;
  throw new GatewayAuthorizationRequiredError(service, answer.authorizationUrl);
}

function withCredential(request: HttpRequest, credential: Credential): HttpRequest {
  const headers = { ...request.headers };
  for (const [name, value] of Object.entries(credential.toHeaders())) headers[name.toLowerCase()] = value;
  return { ...request, headers };
}
