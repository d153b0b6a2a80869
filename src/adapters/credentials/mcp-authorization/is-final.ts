import { CredentialUnavailableError } from '../credential-errors.js';

/** Whether asking again in the same way could not help. */
export function isFinal(thrown: unknown): boolean {
  return thrown instanceof CredentialUnavailableError && !thrown.transient;
}
