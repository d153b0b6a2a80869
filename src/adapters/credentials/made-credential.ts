import type { Credential } from '../../domain/credential.js';
import { CredentialInvalidError } from './credential-errors.js';

/**
 * The credential made from a secret. What the maker throws is dropped, since it may quote the secret.
 *
 * @param what where the secret came from
 * @throws CredentialInvalidError
 */
export function madeCredential(what: string, make: () => Credential): Credential {
  let credential: unknown;
  try {
    credential = make();
  } catch {
    throw new CredentialInvalidError(
      `No credential could be made from ${what}. It must be a value that an HTTP header can hold.`,
    );
  }
  if (typeof (credential as Partial<Credential> | undefined)?.toHeaders !== 'function') {
    throw new CredentialInvalidError(`The function that makes a credential from ${what} returned none.`);
  }
  return credential as Credential;
}
