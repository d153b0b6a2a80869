import { shapeOf } from '../../domain/json.js';
import type { Credential } from '../../domain/credential.js';
import { CredentialInvalidError } from './credential-errors.js';

/**
 * A credential whose headers live in a private field: JSON, `util.inspect`, the console, `structuredClone`, a spread
 * and a template string show its kind alone.
 */
export class SecretCredential implements Credential {
  readonly kind: Credential['kind'];
  readonly #headers: readonly (readonly [name: string, value: string])[];

  constructor(kind: Credential['kind'], headers: readonly (readonly [name: string, value: string])[]) {
    this.kind = kind;
    this.#headers = headers;
  }

  toHeaders(): Record<string, string> {
    return Object.fromEntries(this.#headers);
  }

  toString(): string {
    return `[${this.kind} credential]`;
  }
}

/**
 * The value, when it can stand in a header as it is.
 *
 * @param where the factory and the part, for example `bearer(): the token`
 * @throws CredentialInvalidError naming the part and the fault, without the value
 */
export function checkHeaderValue(where: string, value: unknown): string {
  if (typeof value !== 'string')
    throw new CredentialInvalidError(`${where} must be a string, not ${shapeOf(value)}.`);
  const fault = faultOf(value);
  if (fault === undefined) return value;
  throw new CredentialInvalidError(
    `${where} ${fault}. Check how it was read: a file often ends with a line break.`,
  );
}

function faultOf(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (/[\r\n]/.test(value)) return 'contains a line break, which no HTTP header can hold';
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if ((unit < 0x20 && unit !== 0x09) || unit === 0x7f || unit > 0xff) {
      return 'contains a character that no HTTP header can hold';
    }
  }
  return value.trim() === value ? undefined : 'starts or ends with white space';
}
