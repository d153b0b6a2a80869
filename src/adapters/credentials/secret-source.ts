import type { Awaitable } from '../../ports/awaitable.js';
import { CredentialInvalidError, CredentialUnavailableError } from './credential-errors.js';
import { orAborted } from './or-aborted.js';

/**
 * The secret that a caller's function gives. What the function throws is dropped, since it may quote the secret.
 *
 * @param what the option's name, for example `vaultCredentials(): "token"`
 * @throws CredentialUnavailableError when it throws, CredentialInvalidError when it gives no text
 */
export async function secretFrom(
  what: string,
  source: () => Awaitable<string>,
  signal: AbortSignal | undefined,
): Promise<string> {
  let secret: unknown;
  try {
    secret = await orAborted(signal, Promise.resolve().then(source));
  } catch {
    signal?.throwIfAborted();
    throw new CredentialUnavailableError(
      `${what} threw. Its error is not shown, for it may hold the secret.`,
      true,
    );
  }
  if (typeof secret === 'string' && secret !== '') return secret;
  throw new CredentialInvalidError(`${what} must give a non-empty string.`);
}
