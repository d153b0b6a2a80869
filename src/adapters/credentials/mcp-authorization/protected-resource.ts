import { checkOutboundUrl } from '../../../domain/url-guard.js';
import { CredentialUnavailableError } from '../credential-errors.js';
import { scopesOf } from './bearer-challenge.js';
import { readJson, type GuardedHttp } from './guarded-http.js';
import { UntrustedAuthorizationError } from './untrusted-authorization-error.js';

/** What a server's metadata (RFC 9728) says of it. */
export interface ProtectedResource {
  /** The server's name for itself, as tokens are asked for it (RFC 8707). */
  readonly resource: string;
  readonly issuers: readonly string[];
  readonly scopes: readonly string[];
}

/** How the metadata of one server is looked for. */
export interface ResourceSearch {
  /** The server's URL, without query and fragment. */
  readonly server: URL;
  /** Where the server's challenge says that the metadata is. */
  readonly named: string | undefined;
  /** Whether metadata may speak for a whole origin or path that the server is below. */
  readonly acceptCovering: boolean;
}

const WHAT = "The MCP server's resource metadata";
const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/**
 * The server's metadata: where its challenge says, else at the well-known place of its path, else at that of its origin.
 * It must speak for the very server that was asked; that of the origin may speak for the origin.
 *
 * @returns undefined when the server names no place and has none at the well-known ones
 * @throws UntrustedAuthorizationError when it speaks for another server
 */
export async function protectedResource(
  http: GuardedHttp,
  { server, named, acceptCovering }: ResourceSearch,
  signal: AbortSignal,
): Promise<ProtectedResource | undefined> {
  const read = (url: URL): ReturnType<typeof readJson> => readJson(http, WHAT, url, signal);
  if (named !== undefined) {
    const json = await read(checkOutboundUrl(named, 'The URL of the resource metadata', http.policy));
    if (json === undefined)
      throw new CredentialUnavailableError(`${WHAT} is not where the server's challenge says.`, false);
    return resourceOf(json, server, acceptCovering ? 'covering' : 'same');
  }
  if (server.pathname !== '/') {
    const json = await read(new URL(`${WELL_KNOWN}${server.pathname}`, server));
    if (json !== undefined) return resourceOf(json, server, acceptCovering ? 'covering' : 'same');
  }
  const json = await read(new URL(WELL_KNOWN, server));
  return json === undefined ? undefined : resourceOf(json, server, acceptCovering ? 'covering' : 'origin');
}

function resourceOf(
  { resource, authorization_servers: issuers, scopes_supported: scopes }: Readonly<Record<string, unknown>>,
  server: URL,
  accepted: 'same' | 'origin' | 'covering',
): ProtectedResource {
  if (
    typeof resource !== 'string' ||
    !URL.canParse(resource) ||
    !speaksFor(new URL(resource), server, accepted)
  ) {
    throw new UntrustedAuthorizationError(
      `${WHAT} speaks for another resource than the URL that was asked. Connect to the URL that it names, or set ` +
        '"acceptCoveringResource" if it names the origin or a path above.',
    );
  }
  const named = Array.isArray(issuers) ? issuers.filter((issuer) => typeof issuer === 'string') : [];
  return { resource, issuers: named, scopes: scopesOf(scopes) };
}

function speaksFor(resource: URL, server: URL, accepted: 'same' | 'origin' | 'covering'): boolean {
  if (resource.href === server.href) return true;
  if (resource.origin !== server.origin || resource.search !== '' || resource.hash !== '') return false;
  if (accepted === 'origin') return resource.pathname === '/';
  const above = resource.pathname.endsWith('/') ? resource.pathname : `${resource.pathname}/`;
  return accepted === 'covering' && server.pathname.startsWith(above);
}
