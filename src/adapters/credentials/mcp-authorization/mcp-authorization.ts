import { canonicalJson } from '../../../domain/json.js';
import { checkOutboundUrl } from '../../../domain/url-guard.js';
import type { CredentialProvider, CredentialRequest } from '../../../ports/credential-provider.js';
import { UnknownServiceError } from '../credential-errors.js';
import { httpExchange } from '../http-exchange.js';
import { refuseOtherMode } from '../served-mode.js';
import { wallClock } from '../wall-clock.js';
import { checkMcpAuthorization } from './check-options.js';
import { consentGrant } from './consent-grant.js';
import { crossAppGrant } from './cross-app-grant.js';
import { clientCredentialsGrant, type Grant } from './grant.js';
import { guardedHttp } from './guarded-http.js';
import type { McpAuthorizationOptions } from './mcp-authorization-options.js';
import { TargetFinder } from './target-finder.js';
import { TokenKeeper } from './token-keeper.js';
import { TokenSource } from './token-source.js';

/**
 * Tokens for MCP servers as the protocol has it: the server's refusal names its authorization server, which is found,
 * checked and asked. For `gatewayTransport`, which says where the credential goes and how one was refused. Until a server
 * refuses, it is spoken to without a credential. A token is for one server, mode, identity and set of scopes; it is kept
 * in memory, refreshed before its end and when it is refused, and widened when its scope is too small. A user consents
 * within the request that was refused: give the client a `connectTimeoutMs` and `callTimeoutMs` that leave time for it.
 */
export function mcpAuthorization(options: McpAuthorizationOptions): CredentialProvider {
  const given = checkMcpAuthorization(options);
  const { clock = wallClock(), timeoutMs = 10_000, privateNetwork = false, refreshSkewMs = 30_000 } = given;
  const id = 'mcp-authorization';
  const { services = ['gateway'] } = given;
  const { grant, serves } = grantOf(given, timeoutMs, privateNetwork);
  const finder = new TargetFinder(given, clock);
  const wantsRefresh = given.authorize !== undefined;
  const http = guardedHttp(timeoutMs, privateNetwork);
  const source = new TokenSource({ finder, grant, wantsRefresh, http, clock });
  const keeper = new TokenKeeper(source, clock, refreshSkewMs);
  return {
    id,
    async getCredential(request) {
      request.signal?.throwIfAborted();
      const url = serverOf(id, services, request);
      refuseOtherMode(
        id,
        serves,
        request,
        'Give "authorize" for a user, "client" alone for the application.',
      );
      const token = await keeper.token(keyOf(url, request), url, request);
      const { credential, expiresAt } = token;
      return { status: 'issued', credential, ...(expiresAt === undefined ? {} : { expiresAt }) };
    },
  };
}

function grantOf(
  { authorize, redirectUrl = '', crossAppAccess }: McpAuthorizationOptions,
  timeoutMs: number,
  privateNetwork: boolean,
): { readonly grant: Grant; readonly serves: 'user' | 'machine' } {
  if (authorize !== undefined) return { grant: consentGrant(authorize, redirectUrl), serves: 'user' };
  if (crossAppAccess === undefined) return { grant: clientCredentialsGrant, serves: 'machine' };
  const send = httpExchange({ timeoutMs, policy: { privateNetwork } });
  return { grant: crossAppGrant(crossAppAccess, send), serves: 'user' };
}

/** The server's URL as it is named to an authorization server: without a query, which may hold a secret. */
function serverOf(id: string, services: readonly string[], { service, url }: CredentialRequest): URL {
  if (!services.includes(service)) throw new UnknownServiceError(id, service, 'Add it to "services".');
  if (url === undefined)
    throw new UnknownServiceError(
      id,
      service,
      'Use it with gatewayTransport, which says where the server is.',
    );
  const server = checkOutboundUrl(url, 'The URL of the MCP server', { privateNetwork: true });
  server.search = server.hash = '';
  return server;
}

/** One text for everything that makes a token its own. */
function keyOf(url: URL, { service, scopes = [], mode, identity }: CredentialRequest): string {
  const { tenant = null, principal = null } = identity ?? {};
  return canonicalJson({
    url: url.href,
    service,
    scopes: [...new Set(scopes)].sort(),
    mode: mode ?? null,
    tenant,
    principal,
  });
}
