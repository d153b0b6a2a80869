import type { TokenEndpointResponse } from 'oauth4webapi';
import type { Credential } from '../../domain/credential.js';
import { canonicalJson } from '../../domain/json.js';
import type { CredentialRequest } from '../../ports/credential-provider.js';
import { bearer } from './bearer.js';
import { CredentialUnavailableError } from './credential-errors.js';
import { madeCredential } from './made-credential.js';

/** A token ready for use, and its end in milliseconds since the epoch where the server states one. */
export interface IssuedToken {
  readonly credential: Credential;
  readonly expiresAt?: number;
}

/**
 * The token of an answer. A token with fewer scopes than were asked for, or one that is no bearer token, is refused.
 *
 * @param askedAt when it was asked for: its life is counted from there, so that it never seems longer than it is
 */
export function issuedToken(
  answer: TokenEndpointResponse,
  scopes: readonly string[],
  askedAt: number,
): IssuedToken {
  if (answer.token_type !== 'bearer') {
    throw new CredentialUnavailableError('The token endpoint issued a token that is no bearer token.', false);
  }
  const granted = answer.scope === undefined ? undefined : new Set(answer.scope.split(' '));
  const missing = granted === undefined ? [] : scopes.filter((scope) => !granted.has(scope));
  if (missing.length > 0) {
    throw new CredentialUnavailableError(
      `The token endpoint did not grant ${missing.length} of the ${scopes.length} scopes asked for. Allow them to this ` +
        'client, or ask for fewer.',
      false,
    );
  }
  const credential = madeCredential('the token that the token endpoint issued', () =>
    bearer(answer.access_token),
  );
  return {
    credential,
    ...(answer.expires_in === undefined ? {} : { expiresAt: askedAt + answer.expires_in * 1_000 }),
  };
}

/** One text for everything that makes a request's token its own: two requests share a token only when all are equal. */
export function tokenKey(
  issuer: string,
  request: CredentialRequest,
  scopes: readonly string[],
  subject = '',
): string {
  const { service, mode = null, identity } = request;
  const { tenant = null, principal = null } = identity ?? {};
  return canonicalJson({ issuer, service, scopes, mode, tenant, principal, subject });
}
