import type { TokenEndpointResponse } from 'oauth4webapi';
import type { Credential } from '../../../domain/credential.js';
import { issuedToken } from '../issued-token.js';
import type { FoundTarget } from './target-finder.js';

/** A token in use, and all that is needed to get the next. */
export interface HeldToken {
  readonly credential: Credential;
  /** In milliseconds since the epoch; absent where the server states no end. */
  readonly expiresAt?: number;
  readonly refreshToken?: string;
  /** What it was asked with. */
  readonly scopes: readonly string[];
  /** What the server says that it allows; what was asked for where it says nothing (RFC 6749, 5.1). */
  readonly granted: readonly string[];
  readonly target: FoundTarget;
  readonly issuedAt: number;
  readonly isRefreshed: boolean;
}

/**
 * The token of an answer. The server may grant less than was asked for: the MCP server is the one to judge that.
 *
 * @param before the token whose refresh this is; an answer without a refresh token leaves the old one in use
 */
export function heldToken(
  answer: TokenEndpointResponse,
  target: FoundTarget,
  scopes: readonly string[],
  issuedAt: number,
  before?: HeldToken,
): HeldToken {
  const refreshToken = answer.refresh_token ?? before?.refreshToken;
  return {
    ...issuedToken(answer, [], issuedAt),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    scopes,
    granted: answer.scope?.split(' ') ?? before?.granted ?? scopes,
    target,
    issuedAt,
    isRefreshed: before !== undefined,
  };
}

/** The token without its refresh token, which led to no good token and is not used again. */
export function withoutRefresh(held: HeldToken | undefined): HeldToken | undefined {
  if (held === undefined) return undefined;
  const { refreshToken, ...rest } = held;
  return refreshToken === undefined ? held : rest;
}
