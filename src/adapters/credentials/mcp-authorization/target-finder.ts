import type { AuthorizationServer } from 'oauth4webapi';
import type { Clock } from '../../../ports/clock.js';
import { CredentialUnavailableError } from '../credential-errors.js';
import { authorizationServer, authorizationServerOfOrigin } from './authorization-server.js';
import { knownClient } from './client-registration.js';
import type { KnownClient } from './known-client.js';
import type { GrantTarget } from './grant.js';
import type { GuardedHttp } from './guarded-http.js';
import type { McpAuthorizationOptions } from './mcp-authorization-options.js';
import { protectedResource } from './protected-resource.js';
import { UntrustedAuthorizationError } from './untrusted-authorization-error.js';

/** The target of one MCP server's grants, and the scopes that its metadata lists. */
export interface FoundTarget extends GrantTarget {
  readonly scopes: readonly string[];
}

const MAX_CLIENTS = 1_000;

/**
 * Finds who gives tokens for a server, and who the application is there. A registration is kept per authorization server,
 * until its secret ends; at most 1,000 of them, the oldest goes first.
 */
export class TargetFinder {
  readonly #options: McpAuthorizationOptions;
  readonly #clock: Clock;
  readonly #clients = new Map<string, KnownClient>();

  constructor(options: McpAuthorizationOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  /** @param named where the server's challenge says that its metadata is */
  async find(
    http: GuardedHttp,
    url: URL,
    named: string | undefined,
    signal: AbortSignal,
  ): Promise<FoundTarget> {
    const { acceptCoveringResource: acceptCovering = false } = this.#options;
    const found = await protectedResource(http, { server: url, named, acceptCovering }, signal);
    const server = await this.#server(http, url, found?.issuers, signal);
    const client = await this.#client(http, server, signal);
    return { http, server, client, resource: found?.resource ?? url.href, scopes: found?.scopes ?? [] };
  }

  /** Forgets a registration that the server refuses. */
  forget({ server }: GrantTarget): void {
    this.#clients.delete(server.issuer);
  }

  async #server(
    http: GuardedHttp,
    url: URL,
    issuers: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<AuthorizationServer> {
    const { issuer } = this.#options;
    const isAccepted = (named: string): boolean => issuer === undefined || isSameUrl(named, issuer);
    if (issuers === undefined) {
      const server = await authorizationServerOfOrigin(http, url, signal);
      if (isAccepted(server.issuer)) return server;
      throw otherIssuer();
    }
    if (issuers.length === 0)
      throw new CredentialUnavailableError('The MCP server names no authorization server.', false);
    const chosen = issuers.find(isAccepted);
    if (chosen === undefined) throw otherIssuer();
    return authorizationServer(http, chosen, signal);
  }

  async #client(http: GuardedHttp, server: AuthorizationServer, signal: AbortSignal): Promise<KnownClient> {
    const kept = this.#clients.get(server.issuer);
    if (kept !== undefined && this.#clock.now() < (kept.expiresAt ?? Infinity)) return kept;
    const client = await knownClient(http, server, this.#options, signal);
    this.#clients.delete(server.issuer);
    this.#clients.set(server.issuer, client);
    const oldest = this.#clients.keys().next();
    if (this.#clients.size > MAX_CLIENTS && oldest.done !== true) this.#clients.delete(oldest.value);
    return client;
  }
}

function isSameUrl(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).href === new URL(other).href;
}

function otherIssuer(): UntrustedAuthorizationError {
  return new UntrustedAuthorizationError(
    'The MCP server names another authorization server than "issuer". Correct "issuer" if that is the right one.',
  );
}
