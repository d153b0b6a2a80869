import type { Credential } from '../../domain/credential.js';
import { InvalidOptionError } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import type { CredentialProvider } from '../../ports/credential-provider.js';
import { bearer } from './bearer.js';
import { CredentialUnavailableError, quoted, UnknownServiceError } from './credential-errors.js';
import { madeCredential } from './made-credential.js';
import { refuseOtherMode, servedModeRule } from './served-mode.js';

/** How a variable's value becomes a credential, and whose it is. */
export interface EnvironmentTokensOptions {
  /** Makes the credential from the value (default: a bearer token). */
  readonly credential?: (value: string, service: string) => Credential;
  /** `machine` (default): the application's own; a request on behalf of a user is refused. `any`: whoever asks. */
  readonly mode?: 'machine' | 'any';
}

/**
 * One environment variable per service, read at each request, so that a changed variable is seen.
 *
 * @param names the variable's name by service
 * @param env where variables are read (default `process.env`)
 */
export function environmentTokens(
  names: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>> = process.env,
  options: EnvironmentTokensOptions = {},
): CredentialProvider {
  if (!option.textMap.test(names)) {
    throw new InvalidOptionError(
      'environmentTokens() takes an object of services, each the name of a variable.',
    );
  }
  const { credential = bearer, mode = 'machine' } = option.checkOptions('environmentTokens()', options, {
    credential: option.callback,
    mode: servedModeRule,
  });
  const byService = new Map(Object.entries(names));
  const id = 'environment-tokens';
  return {
    id,
    async getCredential(request) {
      request.signal?.throwIfAborted();
      const name = byService.get(request.service);
      if (name === undefined)
        throw new UnknownServiceError(id, request.service, 'Add it to environmentTokens({ … }).');
      refuseOtherMode(
        id,
        mode,
        request,
        "Use a provider of user credentials, or { mode: 'any' } to share it.",
      );
      const value = env[name];
      if (value === undefined || value === '') {
        throw new CredentialUnavailableError(
          `The environment variable${shown(name)} for ${quoted(request.service)} is not set. Set it and try again.`,
          false,
        );
      }
      const what = `the environment variable${shown(name)} for ${quoted(request.service)}`;
      return { status: 'issued', credential: madeCredential(what, () => credential(value, request.service)) };
    },
  };
}

/** The variable's name when it looks like one. Anything else is not shown: it may be a token in the wrong place. */
function shown(name: string): string {
  return /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name) && name.length <= 64 ? ` ${name}` : '';
}
