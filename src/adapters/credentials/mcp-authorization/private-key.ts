import { createPrivateKey, webcrypto } from 'node:crypto';
import { CredentialInvalidError } from '../credential-errors.js';

const ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
} as const;

/**
 * A private key that signs and cannot be exported.
 *
 * @throws CredentialInvalidError without anything of the key
 */
export async function signingKey(
  pem: string,
  algorithm: keyof typeof ALGORITHMS = 'ES256',
): Promise<webcrypto.CryptoKey> {
  try {
    const der = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' });
    return await webcrypto.subtle.importKey('pkcs8', der, ALGORITHMS[algorithm], false, ['sign']);
  } catch {
    throw new CredentialInvalidError(
      `mcpAuthorization(): "client.privateKey" is no private key for ${algorithm}. Give one in PEM, unencrypted, and its ` +
        'algorithm as "signingAlgorithm".',
    );
  }
}
