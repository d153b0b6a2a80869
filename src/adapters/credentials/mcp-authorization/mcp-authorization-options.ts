import type { Identity } from '../../../domain/identity.js';
import type { Clock } from '../../../ports/clock.js';

/** For whom and for what a user is asked to consent. */
export interface ConsentRequest {
  /** The URL of the MCP server, without its query. */
  readonly server: string;
  readonly scopes: readonly string[];
  readonly identity?: Identity | undefined;
  /** Aborts when nobody waits for the credential any more. */
  readonly signal: AbortSignal;
}

/**
 * Sends the user to a page and resolves with the whole URL that the user was sent back to. The page's URL is https, or
 * http on this machine, of the very host that it shows; open it as a URL and never by a shell.
 */
export type Authorize = (url: string, request: ConsentRequest) => Promise<string>;

/** A client that was registered with the authorization server by hand. */
export interface RegisteredMcpClient {
  readonly id: string;
  readonly secret?: string;
  /** How the secret is sent: a header (`basic`) or a form field (`post`). What the server supports unless given. */
  readonly authentication?: 'basic' | 'post';
  /** In place of a secret: a private key (PKCS #8, PEM) that signs who the client is (`private_key_jwt`). */
  readonly privateKey?: string;
  /** The algorithm of the key; `ES256` unless given. */
  readonly signingAlgorithm?: 'ES256' | 'ES384' | 'RS256' | 'PS256' | 'EdDSA';
  /** The key's name, where the authorization server knows several. */
  readonly keyId?: string;
}

/** How a company's own login vouches for its user to the authorization server of an MCP server (cross-app access). */
export interface CrossAppAccess {
  /** The token endpoint of the company's identity provider. */
  readonly tokenEndpoint: string;
  /** The client that the user logged in to. */
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The user's OpenID Connect ID token from that login. */
  idToken(identity: Identity | undefined, signal: AbortSignal): Promise<string>;
}

/**
 * What `mcpAuthorization` takes. With `authorize` a user consents; with `crossAppAccess` the user's company does; with
 * neither, `client` acts with its own authority (client credentials).
 */
export interface McpAuthorizationOptions {
  readonly authorize?: Authorize;
  /** Where the user is sent back to: https, or http on this machine. Needed with `authorize`. */
  readonly redirectUrl?: string;
  readonly crossAppAccess?: CrossAppAccess;
  /** Unless given, the client is known by `clientMetadataUrl`, or registers itself. */
  readonly client?: RegisteredMcpClient;
  /** The https URL of the client's metadata document, which is its id where the authorization server reads such. */
  readonly clientMetadataUrl?: string;
  /** What a client that registers itself is called; `sallyport` unless given. */
  readonly clientName?: string;
  /** The names under which tokens are asked for; `['gateway']` unless given, which is what `gatewayTransport` asks for. */
  readonly services?: readonly string[];
  /** The one authorization server that is accepted, whatever the MCP server names. */
  readonly issuer?: string;
  /** Whether the secret of `client` may go to whichever authorization server the MCP server names (default false). */
  readonly anyIssuer?: boolean;
  /** Whether metadata may speak for an origin or a path above the server's URL (default false). */
  readonly acceptCoveringResource?: boolean;
  /** How long before its end a token is refreshed, in milliseconds (default 30000). */
  readonly refreshSkewMs?: number;
  /** For one request to an authorization server, in milliseconds (default 10000). */
  readonly timeoutMs?: number;
  /** Whether authorization servers may be in a private network (default false). */
  readonly privateNetwork?: boolean;
  readonly clock?: Clock;
}
