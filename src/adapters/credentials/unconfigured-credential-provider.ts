import type { CredentialProvider } from '../../ports/credential-provider.js';
import { CredentialUnconfiguredError, quoted } from './credential-errors.js';

/** The provider of a composition that has none: every request fails and says how to configure one. */
export function unconfiguredCredentialProvider(): CredentialProvider {
  return {
    id: 'unconfigured',
    async getCredential(request) {
      request.signal?.throwIfAborted();
      throw new CredentialUnconfiguredError(
        `A credential for ${quoted(request.service)} was asked for, but no credential provider is configured. Bind one: ` +
          'staticTokens or environmentTokens for fixed tokens, vaultCredentials, oauthClientCredentials, tokenExchange ' +
          'or agentCoreIdentity.',
      );
    },
  };
}
