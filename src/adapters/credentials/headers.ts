import type { Credential } from '../../domain/credential.js';
import * as option from '../../domain/options.js';
import { CredentialInvalidError, quoted } from './credential-errors.js';
import { checkHeaderValue, SecretCredential } from './secret-credential.js';

/** Headers that frame or route a request. A credential that could set one could change what request it is. */
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Any set of headers that together are the credential. The map is copied.
 *
 * @throws CredentialInvalidError naming the header that is no header name, is given twice, frames the request, or
 *   whose value cannot stand in a header
 */
export function headers(map: Readonly<Record<string, string>>): Credential {
  if (!option.object.test(map) || Object.keys(map).length === 0) {
    throw new CredentialInvalidError('headers() takes an object with at least one header.');
  }
  const seen = new Set<string>();
  const entries = Object.entries(map).map(([name, value]): readonly [string, string] => {
    const checked = checkHeaderName('headers(): the name', name);
    if (seen.has(checked.toLowerCase())) {
      throw new CredentialInvalidError(`headers(): ${quoted(checked)} is given twice in different case.`);
    }
    seen.add(checked.toLowerCase());
    return [checked, checkHeaderValue(`headers(): the value of ${quoted(checked)}`, value)];
  });
  return new SecretCredential('headers', entries);
}

/**
 * The name, when a credential may set that header. A name that is none is not shown: it may be a value out of place.
 *
 * @throws CredentialInvalidError
 */
export function checkHeaderName(where: string, name: string): string {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/i.test(name)) {
    throw new CredentialInvalidError(`${where} is not an HTTP header name. Use letters, digits and hyphens.`);
  }
  if (FRAMING.has(name.toLowerCase())) {
    throw new CredentialInvalidError(
      `${where} is ${quoted(name)}, which frames the request. Use another header.`,
    );
  }
  return name;
}
