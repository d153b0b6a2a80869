import * as oauth from 'oauth4webapi';
import { CredentialUnavailableError } from './credential-errors.js';

/** The error codes of RFC 6749, 8693 and 8707. Any other text of the server is not shown: it may echo a secret. */
const REGISTERED: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
  'server_error',
  'temporarily_unavailable',
]);

/** A fresh error that says what kind of fault it was, with nothing of the request or the answer in it. */
export function oauthFault(what: string, thrown: unknown): CredentialUnavailableError {
  if (thrown instanceof oauth.ResponseBodyError) {
    const code = REGISTERED.has(thrown.error) ? thrown.error : 'an error that is not registered';
    const transient =
      isTransient(thrown.status) || code === 'server_error' || code === 'temporarily_unavailable';
    return new CredentialUnavailableError(`${what} answered ${code} (status ${thrown.status}).`, transient);
  }
  const { code, cause } = (thrown ?? {}) as { code?: unknown; cause?: unknown };
  if (code === oauth.JSON_ATTRIBUTE_COMPARISON) {
    return new CredentialUnavailableError(
      `${what} states another issuer than "issuer". It is not trusted.`,
      false,
    );
  }
  if (code === oauth.RESPONSE_IS_NOT_CONFORM && cause instanceof Response) {
    return new CredentialUnavailableError(
      `${what} answered status ${cause.status}.`,
      isTransient(cause.status),
    );
  }
  return new CredentialUnavailableError(`${what} answered what is no answer of OAuth 2.`, false);
}

function isTransient(status: number): boolean {
  return status === 429 || status >= 500;
}
