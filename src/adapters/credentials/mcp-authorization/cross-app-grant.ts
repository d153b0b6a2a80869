import { orAborted } from '../or-aborted.js';
import type { Send } from '../http-exchange.js';
import { clientAuthentication } from './client-authentication.js';
import { endpointOf, scopeOf, type Grant } from './grant.js';
import type { CrossAppAccess } from './mcp-authorization-options.js';
import { requestToken, type TokenEndpoint } from './token-endpoint.js';

/**
 * Cross-app access: the identity provider gives a statement for this authorization server and this MCP server in exchange
 * for the user's ID token (RFC 8693), and the authorization server a token for the statement (RFC 7523). The ID token goes
 * to the identity provider alone.
 *
 * @param send reaches the identity provider, which the operator named
 */
export function crossAppGrant(access: CrossAppAccess, send: Send): Grant {
  const { tokenEndpoint, clientId, clientSecret } = access;
  const provider: TokenEndpoint = {
    send,
    server: { issuer: new URL(tokenEndpoint).origin, token_endpoint: tokenEndpoint },
    clientId,
    authentication:
      clientSecret === undefined
        ? clientAuthentication('none')
        : clientAuthentication('client_secret_basic', clientSecret),
  };
  return async (target, { scopes, identity, signal }) => {
    const { resource } = target;
    const exchange = {
      subject_token: await orAborted(signal, access.idToken(identity, signal)),
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      audience: target.server.issuer,
      resource,
      scope: scopeOf(scopes),
    };
    const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
    const { access_token: assertion } = await requestToken(provider, grantType, exchange, signal);
    const form = { assertion, resource, scope: scopeOf(scopes) };
    return requestToken(endpointOf(target), 'urn:ietf:params:oauth:grant-type:jwt-bearer', form, signal);
  };
}
