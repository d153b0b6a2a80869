import { describe, expect, test } from '@jest/globals';
import { apiKey } from '../../../src/adapters/credentials/api-key.js';
import { staticTokens } from '../../../src/adapters/credentials/static-tokens.js';
import { withCredentialRetry } from '../../../src/adapters/credentials/with-credential-retry.js';
import {
  credentialProviderContract,
  type CredentialProviderCase,
} from '../../../src/ports/contracts/credential-provider.js';
import type { CredentialProvider } from '../../../src/ports/credential-provider.js';
import { verifies } from '../../requirements.js';
import { everyText, rejection } from './sightings.js';

const caseOf = (decorate: (provider: CredentialProvider) => CredentialProvider): CredentialProviderCase => ({
  provider: decorate(staticTokens({ github: 'canary-github', search: apiKey('canary-search') })),
  known: { service: 'github' },
  secret: 'canary-github',
  unknownService: 'gitlab',
  others: [{ request: { service: 'search' }, secret: 'canary-search' }],
  refused: [{ service: 'github', mode: 'user', identity: { principal: 'ann' } }],
});

for (const [name, decorate] of [
  ['staticTokens', (provider: CredentialProvider) => provider],
  ['withCredentialRetry(staticTokens)', (provider: CredentialProvider) => withCredentialRetry(provider)],
] as const) {
  credentialProviderContract(
    { describe, test },
    { name, shows: ['others', 'refused'], open: () => caseOf(decorate) },
  );
}

describe('staticTokens', () => {
  test('a string is a bearer token and a credential is itself', async () => {
    verifies('ID-3');
    const provider = staticTokens({ github: 'tok', search: apiKey('key') });
    const github = await provider.getCredential({ service: 'github', mode: 'machine', scopes: ['repo'] });
    const search = await provider.getCredential({ service: 'search' });
    expect(github.status === 'issued' && github.credential.toHeaders()).toEqual({
      authorization: 'Bearer tok',
    });
    expect(search.status === 'issued' && search.credential.toHeaders()).toEqual({ 'x-api-key': 'key' });
  });

  test('it serves users only when the operator says so', async () => {
    verifies('ID-3');
    const request = { service: 'github', mode: 'user' } as const;
    const error = await rejection(staticTokens({ github: 'canary' }).getCredential(request));
    expect(error).toMatchObject({ code: 'ERR_CREDENTIAL_UNAVAILABLE', transient: false });
    expect((await staticTokens({ github: 'canary' }, { mode: 'any' }).getCredential(request)).status).toBe(
      'issued',
    );
  });

  test.each(['canary\r\nX-Evil: 1', '', 7, undefined, {}])(
    'an unfit value %j is refused by its service',
    (value) => {
      verifies('T19');
      let thrown: unknown;
      try {
        staticTokens({ github: value as string });
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ code: 'ERR_CREDENTIAL_INVALID' });
      expect(everyText(thrown)).toContain('github');
      expect(everyText(thrown)).not.toContain('canary');
    },
  );

  test('an unknown option is refused by name', () => {
    verifies('ID-3');
    expect(() => staticTokens({}, { mod: 'any' } as never)).toThrow('"mod"');
  });
});
