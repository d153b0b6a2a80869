import * as option from '../../domain/options.js';
import type { CredentialProvider } from '../../ports/credential-provider.js';
import { issuedToken, tokenKey, type IssuedToken } from './issued-token.js';
import { oauthClient, oauthClientRules, type OAuthClientOptions } from './oauth-client.js';
import { oauthServices, type OAuthService } from './oauth-services.js';
import { refuseOtherMode } from './served-mode.js';
import { SingleFlightCache } from './single-flight-cache.js';

/** The server, the client, and the services that tokens are for. */
export interface OAuthClientCredentialsOptions extends OAuthClientOptions {
  /** What a token is asked with, by service; a service that is not here is unknown. */
  readonly services: Readonly<Record<string, OAuthService>>;
}

/**
 * The application's own access tokens by the OAuth 2 client credentials grant. A token is kept until `refreshSkewMs`
 * before its end, by service, scopes, mode and identity; concurrent requests share one token request; `forceReauth`
 * fetches anew. A request on behalf of a user is refused.
 */
export function oauthClientCredentials(options: OAuthClientCredentialsOptions): CredentialProvider {
  const where = 'oauthClientCredentials()';
  const id = 'oauth-client-credentials';
  option.checkOptions(where, options, { ...oauthClientRules, services: option.required(option.object) });
  const services = oauthServices(where, id, options.services);
  const client = oauthClient(where, options);
  const cache = new SingleFlightCache<IssuedToken>(client.clock, client.refreshSkewMs);
  return {
    id,
    async getCredential(request) {
      request.signal?.throwIfAborted();
      const { scopes, parameters } = services.of(request);
      refuseOtherMode(id, 'machine', request, 'Use tokenExchange for a user.');
      const token = await cache.get(tokenKey(client.issuer, request, scopes), {
        force: request.forceReauth === true,
        signal: request.signal,
        fetch: async (signal) => {
          const askedAt = client.clock.now();
          const answer = await client.requestToken({ type: 'client_credentials', parameters }, signal);
          return issuedToken(answer, scopes, askedAt);
        },
      });
      return { status: 'issued', ...token };
    },
  };
}
