import { InvalidOptionError } from '../../domain/errors.js';
import type { CredentialRequest } from '../../ports/credential-provider.js';
import { CredentialUnavailableError, quoted } from './credential-errors.js';

/** The parts of a request that a path may be made of. */
export type PathPart = 'service' | 'tenant' | 'principal';

/** A path made from a template. */
export interface VaultPath {
  has(part: PathPart): boolean;
  /** @throws CredentialUnavailableError when a part is missing or could lead to another secret's path */
  of(request: CredentialRequest): string;
}

const SEGMENT = /^(?:[A-Za-z0-9_.@:-]|\{(?:service|tenant|principal)\})+$/;

/**
 * Reads a path template, for example `agents/{tenant}/{service}`. `{service}` must be in it: without it every service
 * would have one secret.
 *
 * @throws InvalidOptionError
 */
export function vaultPath(template: string): VaultPath {
  const segments = template.split('/');
  if (
    !segments.every((segment) => SEGMENT.test(segment) && !isDots(segment)) ||
    !template.includes('{service}')
  ) {
    throw new InvalidOptionError(
      'vaultCredentials(): "path" must be segments of letters, digits and _.@:- joined by "/", with {service} in it, and ' +
        '{tenant} and {principal} where wanted.',
    );
  }
  const has = (part: PathPart): boolean => template.includes(`{${part}}`);
  return {
    has,
    of(request) {
      const { tenant, principal } = request.identity ?? {};
      if (has('principal') && !has('tenant') && tenant !== undefined) {
        throw new CredentialUnavailableError(
          'vaultCredentials(): the request has a tenant, and "path" has {principal} without {tenant}, so that equal names ' +
            'in two tenants would share a secret. Add {tenant} to "path".',
          false,
        );
      }
      const parts = { service: request.service, tenant, principal };
      return segments.map((segment) => filled(segment, parts)).join('/');
    },
  };
}

function filled(segment: string, parts: Readonly<Record<PathPart, string | undefined>>): string {
  const text = segment.replace(/\{(service|tenant|principal)\}/g, (_match, part: PathPart) => {
    const value = parts[part];
    if (value === undefined || value === '') {
      throw new CredentialUnavailableError(
        `vaultCredentials(): "path" needs the ${part}, and the request has none.`,
        false,
      );
    }
    if (/[/\\%?#\p{Cc}]/u.test(value)) throw misplaced(part, value);
    return value;
  });
  if (isDots(text)) throw misplaced('service', text);
  return encodeURIComponent(text);
}

function misplaced(part: PathPart, value: string): CredentialUnavailableError {
  return new CredentialUnavailableError(
    `vaultCredentials(): the ${part} ${quoted(value)} holds a character that could lead to another path.`,
    false,
  );
}

function isDots(segment: string): boolean {
  return segment === '.' || segment === '..';
}
