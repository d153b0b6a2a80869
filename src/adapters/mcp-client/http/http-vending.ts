import { classOfThrown, SallyportError } from '../../../domain/errors.js';
import type { Credential } from '../../../domain/credential.js';
import type { CredentialChallenge } from '../../../ports/credential-provider.js';
import { GatewayAuthorizationRequiredError, GatewayCredentialError } from '../errors.js';
import type { GatewayTransport } from './gateway-transport.js';
import type { HttpRequest, HttpResponse, HttpSend } from './http-send.js';

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

/** A challenge that is longer is passed on without its words. */
const MAX_CHALLENGE_LENGTH = 8_192;

/**
 * Vends a credential, applies it over the request's own headers, and sends. A credential that is refused (401) is vended
 * once more, afresh. One whose scope is too small (403) is vended once more, and the request is sent again when that
 * gives another credential. It lives in the frame of the request alone.
 */
export function vendingSend(send: HttpSend, gateway: GatewayTransport): HttpSend {
  return async (request) => {
    let credential = await vend(gateway, request.signal);
    let response = await send(withCredential(request, credential));
    if (response.status === UNAUTHORIZED) {
      const challenge = challengeOf(response, credential);
      response.discard();
      credential = await vend(gateway, request.signal, challenge);
      response = await send(withCredential(request, credential));
    }
    const challenge = challengeOf(response, credential);
    if (response.status !== FORBIDDEN || !isScopeTooSmall(challenge)) return response;
    const wider = await vend(gateway, request.signal, challenge).catch((thrown: unknown) => {
      response.discard();
      throw thrown;
    });
    if (isSame(wider, credential)) return response;
    response.discard();
    return send(withCredential(request, wider));
  };
}

function challengeOf(response: HttpResponse, refused: Credential): CredentialChallenge {
  const wwwAuthenticate = response.header('www-authenticate');
  const { status } = response;
  if (wwwAuthenticate === undefined || wwwAuthenticate.length > MAX_CHALLENGE_LENGTH)
    return { status, refused };
  return { status, refused, wwwAuthenticate };
}

function isScopeTooSmall({ wwwAuthenticate = '' }: CredentialChallenge): boolean {
  return /\berror="?insufficient_scope\b/.test(wwwAuthenticate);
}

function isSame(one: Credential, other: Credential): boolean {
  return one === other || JSON.stringify(one.toHeaders()) === JSON.stringify(other.toHeaders());
}

async function vend(
  { credentials, service, scopes, mode, url }: GatewayTransport,
  signal: AbortSignal,
  challenge?: CredentialChallenge,
): Promise<Credential> {
  const answer = await credentials
    .getCredential({
      service,
      url,
      ...(scopes === undefined ? {} : { scopes }),
      ...(mode === undefined ? {} : { mode }),
      ...(challenge?.status === UNAUTHORIZED ? { forceReauth: true } : {}),
      ...(challenge === undefined ? {} : { challenge }),
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
