import { createHash } from 'node:crypto';
import * as option from '../../domain/options.js';
import type { Awaitable } from '../../ports/awaitable.js';
import type { CredentialProvider, CredentialRequest } from '../../ports/credential-provider.js';
import { CredentialUnavailableError } from './credential-errors.js';
import { issuedToken, tokenKey, type IssuedToken } from './issued-token.js';
import { oauthClient, oauthClientRules, type OAuthClientOptions } from './oauth-client.js';
import { oauthServices, type OAuthService } from './oauth-services.js';
import { secretFrom } from './secret-source.js';
import { refuseOtherMode } from './served-mode.js';
import { SingleFlightCache } from './single-flight-cache.js';

/** The server, the client, whose token is exchanged, and the services that tokens are for. */
export interface TokenExchangeOptions extends OAuthClientOptions {
  /** What a token is asked with, by service; a service that is not here is unknown. */
  readonly services: Readonly<Record<string, OAuthService>>;
  /** The token of the user that the request acts for. It is asked at every request and never kept. */
  readonly subjectToken: (request: CredentialRequest) => Awaitable<string>;
  /** The subject token's type (default `urn:ietf:params:oauth:token-type:access_token`). */
  readonly subjectTokenType?: string;
  /** The token of the application that acts for the user, where the server wants one. */
  readonly actorToken?: (request: CredentialRequest) => Awaitable<string>;
  /** The actor token's type (default `urn:ietf:params:oauth:token-type:access_token`). */
  readonly actorTokenType?: string;
}

const TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:';
const USABLE: ReadonlySet<unknown> = new Set([`${TOKEN_TYPE}access_token`, `${TOKEN_TYPE}jwt`]);

/**
 * Access tokens on behalf of a user by OAuth 2 token exchange (RFC 8693). A token is kept until `refreshSkewMs` before its
 * end, by service, scopes, mode, identity and a digest of the tokens it was made from, so that it never outlives a change
 * of those; concurrent requests share one token request; `forceReauth` exchanges anew. A request for the application itself is
 * refused.
 */
export function tokenExchange(options: TokenExchangeOptions): CredentialProvider {
  const where = 'tokenExchange()';
  const id = 'token-exchange';
  option.checkOptions(where, options, RULES);
  const { subjectToken, actorToken, subjectTokenType, actorTokenType } = options;
  const services = oauthServices(where, id, options.services);
  const client = oauthClient(where, options);
  const cache = new SingleFlightCache<IssuedToken>(client.clock, client.refreshSkewMs);
  return {
    id,
    async getCredential(request) {
      const { signal } = request;
      signal?.throwIfAborted();
      const { scopes, parameters } = services.of(request);
      refuseOtherMode(id, 'user', request, 'Use oauthClientCredentials for the application.');
      const subject = await secretFrom(`${where}: "subjectToken"`, () => subjectToken(request), signal);
      const actor =
        actorToken === undefined
          ? undefined
          : await secretFrom(`${where}: "actorToken"`, () => actorToken(request), signal);
      const form = [
        ...parameters,
        ...tokenFields('subject', subject, subjectTokenType),
        ...(actor === undefined ? [] : tokenFields('actor', actor, actorTokenType)),
      ];
      const token = await cache.get(tokenKey(client.issuer, request, scopes, digestOf(subject, actor)), {
        force: request.forceReauth === true,
        signal,
        fetch: async (stop) => {
          const askedAt = client.clock.now();
          const type = 'urn:ietf:params:oauth:grant-type:token-exchange';
          const answer = await client.requestToken({ type, parameters: form }, stop);
          if (!USABLE.has(answer['issued_token_type'])) {
            throw new CredentialUnavailableError(
              'The token endpoint issued a token that is no access token.',
              false,
            );
          }
          return issuedToken(answer, scopes, askedAt);
        },
      });
      return { status: 'issued', ...token };
    },
  };
}

const RULES: option.OptionRules = {
  ...oauthClientRules,
  services: option.required(option.object),
  subjectToken: option.required(option.callback),
  subjectTokenType: option.text,
  actorToken: option.callback,
  actorTokenType: option.text,
};

function tokenFields(
  role: 'subject' | 'actor',
  token: string,
  type = `${TOKEN_TYPE}access_token`,
): [string, string][] {
  return [
    [`${role}_token`, token],
    [`${role}_token_type`, type],
  ];
}

function digestOf(subject: string, actor: string | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, actor ?? null]))
    .digest('hex');
}
