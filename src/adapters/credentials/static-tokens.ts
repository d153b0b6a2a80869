import type { Credential } from '../../domain/credential.js';
import * as option from '../../domain/options.js';
import type { CredentialProvider } from '../../ports/credential-provider.js';
import { bearer } from './bearer.js';
import { CredentialInvalidError, quoted, UnknownServiceError } from './credential-errors.js';
import { refuseOtherMode, servedModeRule } from './served-mode.js';

/** Whose authority fixed tokens are. */
export interface StaticTokensOptions {
  /** `machine` (default): the application's own; a request on behalf of a user is refused. `any`: whoever asks. */
  readonly mode?: 'machine' | 'any';
}

/**
 * One fixed credential per service, the same for every identity and every scope. A string is a bearer token.
 *
 * @throws CredentialInvalidError naming the service whose credential is unfit
 */
export function staticTokens(
  tokens: Readonly<Record<string, Credential | string>>,
  options: StaticTokensOptions = {},
): CredentialProvider {
  const { mode = 'machine' } = option.checkOptions('staticTokens()', options, { mode: servedModeRule });
  if (!option.object.test(tokens)) {
    throw new CredentialInvalidError(
      'staticTokens() takes an object of services, each a credential or a token.',
    );
  }
  const byService = new Map(
    Object.entries(tokens).map(([service, token]) => [service, credentialOf(service, token)]),
  );
  const id = 'static-tokens';
  return {
    id,
    async getCredential(request) {
      request.signal?.throwIfAborted();
      const credential = byService.get(request.service);
      if (credential === undefined)
        throw new UnknownServiceError(id, request.service, 'Add it to staticTokens({ … }).');
      refuseOtherMode(
        id,
        mode,
        request,
        "Use a provider of user credentials, or { mode: 'any' } to share it.",
      );
      return { status: 'issued', credential };
    },
  };
}

function credentialOf(service: string, token: unknown): Credential {
  if (isCredential(token)) return token;
  try {
    return bearer(token as string);
  } catch {
    throw new CredentialInvalidError(
      `staticTokens(): the value for ${quoted(service)} must be a credential or a bearer token without white space.`,
    );
  }
}

function isCredential(value: unknown): value is Credential {
  return (
    typeof value === 'object' &&
    value !== null &&
    'toHeaders' in value &&
    typeof value.toHeaders === 'function'
  );
}
