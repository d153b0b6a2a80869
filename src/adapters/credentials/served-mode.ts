import * as option from '../../domain/options.js';
import type { CredentialRequest } from '../../ports/credential-provider.js';
import { CredentialUnavailableError, quoted } from './credential-errors.js';

/** Whose authority a provider's credentials are; `any` where the operator says that one serves whoever asks. */
export type ServedMode = 'machine' | 'user' | 'any';

/** The rule for a `mode` option of a provider whose credentials are the application's own. */
export const servedModeRule: option.OptionRule = option.oneOf('machine', 'any');

/**
 * Refuses a request for the authority of somebody else than this provider's credentials stand for. A request without
 * a mode takes either.
 *
 * @throws CredentialUnavailableError
 */
export function refuseOtherMode(
  provider: string,
  serves: ServedMode,
  request: CredentialRequest,
  fix: string,
): void {
  if (serves === 'any' || request.mode === undefined || request.mode === serves) return;
  const asked = request.mode === 'user' ? 'on behalf of the user' : 'for the application itself';
  throw new CredentialUnavailableError(
    `${provider} has no credential ${asked} for ${quoted(request.service)}. ${fix}`,
    false,
  );
}
