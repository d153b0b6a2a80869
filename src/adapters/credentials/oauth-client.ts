import * as oauth from 'oauth4webapi';
import { InvalidOptionError, SallyportError } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import { checkOutboundUrl, isLoopbackHost, type UrlPolicy } from '../../domain/url-guard.js';
import type { Clock } from '../../ports/clock.js';
import { CredentialUnavailableError } from './credential-errors.js';
import { httpExchange, type Send } from './http-exchange.js';
import { oauthFault } from './oauth-fault.js';
import { oauthFetch } from './oauth-fetch.js';
import { SingleFlightCache, type Expiring } from './single-flight-cache.js';
import { wallClock } from './wall-clock.js';

/** The authorization server, and who this application is to it. */
export interface OAuthClientOptions {
  /** The issuer identifier, exactly as the server's metadata states it. */
  readonly issuer: string;
  /** The token endpoint, where the server publishes no metadata. */
  readonly tokenEndpoint?: string;
  /** Which metadata document is read: `oidc` (default) or `oauth2` (RFC 8414). */
  readonly discovery?: 'oidc' | 'oauth2';
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string;
  /** How the secret is sent: `basic` (default), a header, or `post`, a field of the form. */
  readonly clientAuthentication?: 'basic' | 'post';
  /** How long before its end a token is replaced, in milliseconds (default 30000). */
  readonly refreshSkewMs?: number;
  /** For one whole request, in milliseconds (default 10000). */
  readonly timeoutMs?: number;
  /** Whether the server may be in a private network (default false). */
  readonly privateNetwork?: boolean;
  readonly clock?: Clock;
}

/** The option rules that every OAuth provider shares. */
export const oauthClientRules: option.OptionRules = {
  issuer: option.required(option.text),
  tokenEndpoint: option.text,
  discovery: option.oneOf('oidc', 'oauth2'),
  clientId: option.required(option.text),
  clientSecret: option.text,
  clientAuthentication: option.oneOf('basic', 'post'),
  refreshSkewMs: option.wholeFromZero,
  timeoutMs: option.positiveWhole,
  privateNetwork: option.flag,
  clock: option.having('a Clock', 'now', 'sleep'),
};

/** One token request: the grant and its parameters. */
export interface OAuthGrant {
  readonly type: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** A client of one issuer. */
export interface OAuthClient {
  readonly issuer: string;
  readonly clock: Clock;
  readonly refreshSkewMs: number;
  /** @throws CredentialUnavailableError without anything of the answer but a registered error code */
  requestToken(grant: OAuthGrant, signal: AbortSignal): Promise<oauth.TokenEndpointResponse>;
}

interface Metadata extends Expiring {
  readonly server: oauth.AuthorizationServer;
}

const METADATA_LIFE_MS = 3_600_000;

/** @param where the provider's factory, for messages */
export function oauthClient(where: string, options: OAuthClientOptions): OAuthClient {
  const { clock = wallClock(), refreshSkewMs = 30_000, timeoutMs = 10_000, privateNetwork = false } = options;
  const issuer = issuerOf(where, options.issuer, { privateNetwork });
  const policy: UrlPolicy = { privateNetwork, loopback: isLoopbackHost(issuer.hostname) || privateNetwork };
  if (options.tokenEndpoint !== undefined)
    checkOutboundUrl(options.tokenEndpoint, `${where}: "tokenEndpoint"`, policy);
  const metadata = metadataOf(options, issuer, httpExchange({ timeoutMs, policy }), policy, clock);
  const send = httpExchange({ timeoutMs, policy });
  const client: oauth.Client = { client_id: options.clientId };
  const authentication = authenticationOf(options);
  return {
    issuer: issuer.href,
    clock,
    refreshSkewMs,
    async requestToken({ type, parameters }, signal) {
      const { server } = await metadata(signal);
      const form = parameters.map(([name, value]) => [name, value]);
      const http = {
        [oauth.customFetch]: oauthFetch(send, 'The token endpoint'),
        [oauth.allowInsecureRequests]: true,
        signal,
      };
      try {
        const answer = await oauth.genericTokenEndpointRequest(
          server,
          client,
          authentication,
          type,
          form,
          http,
        );
        return await oauth.processGenericTokenEndpointResponse(server, client, answer);
      } catch (thrown) {
        signal.throwIfAborted();
        throw SallyportError.is(thrown) ? thrown : oauthFault('The token endpoint', thrown);
      }
    },
  };
}

function issuerOf(where: string, issuer: string, policy: UrlPolicy): URL {
  const url = checkOutboundUrl(issuer, `${where}: "issuer"`, policy);
  if (url.search === '' && url.hash === '') return url;
  throw new InvalidOptionError(`${where}: "issuer" must have no query and no fragment.`);
}

function authenticationOf({
  clientSecret,
  clientAuthentication = 'basic',
}: OAuthClientOptions): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  return clientAuthentication === 'post'
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret);
}

/**
 * The server's metadata, read once an hour. It must state the very issuer that was configured, and its token endpoint is
 * judged like any URL that a peer names: it may be this machine only when the issuer is.
 */
function metadataOf(
  { tokenEndpoint, discovery = 'oidc' }: OAuthClientOptions,
  issuer: URL,
  send: Send,
  policy: UrlPolicy,
  clock: Clock,
): (signal: AbortSignal) => Promise<Metadata> {
  if (tokenEndpoint !== undefined) {
    const server = { issuer: issuer.href, token_endpoint: new URL(tokenEndpoint).href };
    return () => Promise.resolve({ server });
  }
  const what = "The issuer's metadata";
  const cache = new SingleFlightCache<Metadata>(clock, 0);
  const fetch = async (signal: AbortSignal): Promise<Metadata> => {
    const http = { [oauth.customFetch]: oauthFetch(send, what), [oauth.allowInsecureRequests]: true, signal };
    try {
      const answer = await oauth.discoveryRequest(issuer, { ...http, algorithm: discovery });
      const server = await oauth.processDiscoveryResponse(issuer, answer);
      const endpoint = server.token_endpoint;
      if (typeof endpoint !== 'string') {
        throw new CredentialUnavailableError(`${what} names no token endpoint. Set "tokenEndpoint".`, false);
      }
      checkOutboundUrl(endpoint, 'The token endpoint that the issuer names', policy);
      return { server, expiresAt: clock.now() + METADATA_LIFE_MS };
    } catch (thrown) {
      signal.throwIfAborted();
      throw SallyportError.is(thrown) ? thrown : oauthFault(what, thrown);
    }
  };
  return (signal) => cache.get('metadata', { force: false, signal, fetch });
}
