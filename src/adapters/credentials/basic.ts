import type { Credential } from '../../domain/credential.js';
import { shapeOf } from '../../domain/json.js';
import { CredentialInvalidError } from './credential-errors.js';
import { SecretCredential } from './secret-credential.js';

/**
 * A user and a password as HTTP basic authentication (RFC 7617), in UTF-8. The password may be empty.
 *
 * @throws CredentialInvalidError when one holds a control character, or the user holds a colon
 */
export function basic(user: string, password: string): Credential {
  checkPart('the user', user);
  checkPart('the password', password);
  if (user === '' || user.includes(':')) {
    throw new CredentialInvalidError('basic(): the user must not be empty and must not hold a colon.');
  }
  const encoded = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  return new SecretCredential('basic', [['authorization', `Basic ${encoded}`]]);
}

function checkPart(part: string, value: unknown): void {
  if (typeof value !== 'string') {
    throw new CredentialInvalidError(`basic(): ${part} must be a string, not ${shapeOf(value)}.`);
  }
  if (/\p{Cc}/u.test(value)) {
    throw new CredentialInvalidError(`basic(): ${part} contains a line break or another control character.`);
  }
}
