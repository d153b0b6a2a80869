import type { Credential } from '../../domain/credential.js';
import { CredentialInvalidError } from './credential-errors.js';
import { checkHeaderValue, SecretCredential } from './secret-credential.js';

/**
 * A bearer token: `Authorization: Bearer <token>`. Pass the token alone, without the word `Bearer`.
 *
 * @throws CredentialInvalidError when the token is empty or holds white space or a character beyond visible ASCII
 */
export function bearer(token: string): Credential {
  const where = 'bearer(): the token';
  const value = checkHeaderValue(where, token);
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new CredentialInvalidError(`${where} may only hold visible ASCII characters. Pass the bare token.`);
  }
  return new SecretCredential('bearer', [['authorization', `Bearer ${value}`]]);
}
