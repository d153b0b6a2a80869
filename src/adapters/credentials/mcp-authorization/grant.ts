import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi';
import type { Identity } from '../../../domain/identity.js';
import type { KnownClient } from './known-client.js';
import type { GuardedHttp } from './guarded-http.js';
import { requestToken, type TokenEndpoint } from './token-endpoint.js';

/** Where a token for one MCP server comes from. */
export interface GrantTarget {
  readonly http: GuardedHttp;
  readonly server: AuthorizationServer;
  readonly client: KnownClient;
  /** The MCP server's name for itself: every token is asked for it alone (RFC 8707). */
  readonly resource: string;
}

/** What is asked for. */
export interface GrantRequest {
  /** The URL of the MCP server, without its query. */
  readonly url: string;
  readonly scopes: readonly string[];
  readonly identity: Identity | undefined;
  readonly signal: AbortSignal;
}

/** One way to a token. */
export type Grant = (target: GrantTarget, request: GrantRequest) => Promise<TokenEndpointResponse>;

/** The token endpoint of the target, for its client. */
export function endpointOf({ http, server, client }: GrantTarget): TokenEndpoint {
  return { send: http.send, server, clientId: client.id, authentication: client.authentication };
}

/** The scopes as one parameter; none where there are none. */
export function scopeOf(scopes: readonly string[]): string | undefined {
  return scopes.length === 0 ? undefined : scopes.join(' ');
}

/** The client's own authority. */
export const clientCredentialsGrant: Grant = (target, { scopes, signal }) => {
  const parameters = { scope: scopeOf(scopes), resource: target.resource };
  return requestToken(endpointOf(target), 'client_credentials', parameters, signal);
};
