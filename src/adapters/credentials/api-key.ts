import type { Credential } from '../../domain/credential.js';
import * as option from '../../domain/options.js';
import { checkHeaderName } from './headers.js';
import { checkHeaderValue, SecretCredential } from './secret-credential.js';

/** How an API key is presented. */
export interface ApiKeyOptions {
  /** The header that carries the key (default `x-api-key`). */
  readonly header?: string;
}

/**
 * An API key in a header of its own.
 *
 * @throws CredentialInvalidError when the key cannot stand in a header, or the header name is none
 */
export function apiKey(key: string, options: ApiKeyOptions = {}): Credential {
  const { header = 'x-api-key' } = option.checkOptions('apiKey()', options, { header: option.text });
  return new SecretCredential('api-key', [
    [checkHeaderName('apiKey(): "header"', header), checkHeaderValue('apiKey(): the key', key)],
  ]);
}
