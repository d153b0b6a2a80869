import type { AuthorizationServer } from 'oauth4webapi';
import { checkOutboundUrl } from '../../../domain/url-guard.js';
import { CredentialUnavailableError } from '../credential-errors.js';
import { readJson, type GuardedHttp } from './guarded-http.js';
import { UntrustedAuthorizationError } from './untrusted-authorization-error.js';

const WHAT = "The authorization server's metadata";
const OAUTH = '/.well-known/oauth-authorization-server';
const OIDC = '/.well-known/openid-configuration';

/**
 * The metadata of an issuer (RFC 8414, OpenID Connect Discovery), read from the first of its well-known places that has
 * any. It must state the very issuer that was asked for, and each of its endpoints is judged.
 *
 * @throws UntrustedAuthorizationError when it states another issuer
 */
export async function authorizationServer(
  http: GuardedHttp,
  named: string,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const issuer = checkOutboundUrl(named, 'The authorization server that the MCP server names', http.policy);
  const path = issuer.pathname.replace(/\/$/, '');
  const places = path === '' ? [OAUTH, OIDC] : [`${OAUTH}${path}`, `${OIDC}${path}`, `${path}${OIDC}`];
  for (const place of places) {
    const json = await readJson(http, WHAT, new URL(place, issuer), signal);
    if (json === undefined) continue;
    const stated = typeof json.issuer === 'string' && URL.canParse(json.issuer) ? json.issuer : undefined;
    if (stated === undefined || new URL(stated).href !== issuer.href) throw otherIssuer();
    return serverOf(json, stated, http);
  }
  throw new CredentialUnavailableError(`${WHAT} is at none of its well-known places.`, false);
}

/**
 * The authorization server of an MCP server from before resource metadata (protocol 2025-03-26): the server's own origin,
 * by its metadata, or by the default endpoints where it has none. The issuer may be any of that origin.
 */
export async function authorizationServerOfOrigin(
  http: GuardedHttp,
  server: URL,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const { origin } = server;
  const json = await readJson(http, WHAT, new URL(OAUTH, origin), signal);
  if (json === undefined) {
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      code_challenge_methods_supported: ['S256'],
    };
  }
  const { issuer } = json;
  if (typeof issuer !== 'string' || !URL.canParse(issuer) || new URL(issuer).origin !== origin)
    throw otherIssuer();
  return serverOf(json, issuer, http);
}

function otherIssuer(): UntrustedAuthorizationError {
  return new UntrustedAuthorizationError(
    `${WHAT} states another issuer than the one it was read for. Have the MCP server name the issuer as it states itself.`,
  );
}

/** The parts that are used, each of the type that it must have. */
function serverOf(
  json: Readonly<Record<string, unknown>>,
  issuer: string,
  { policy }: GuardedHttp,
): AuthorizationServer {
  const server: { -readonly [key in keyof AuthorizationServer]: AuthorizationServer[key] } = { issuer };
  for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint'] as const) {
    const endpoint = json[name];
    if (typeof endpoint !== 'string') continue;
    server[name] = checkOutboundUrl(endpoint, `The ${name} that the authorization server names`, policy).href;
  }
  for (const name of [
    'scopes_supported',
    'token_endpoint_auth_methods_supported',
    'code_challenge_methods_supported',
  ] as const) {
    const list = json[name];
    if (Array.isArray(list)) server[name] = list.filter((item) => typeof item === 'string');
  }
  server.authorization_response_iss_parameter_supported =
    json.authorization_response_iss_parameter_supported === true;
  server.client_id_metadata_document_supported = json.client_id_metadata_document_supported === true;
  return server;
}
