import { describe, expect, test } from '@jest/globals';
import { apiKey } from '../../../src/adapters/credentials/api-key.js';
import { environmentTokens } from '../../../src/adapters/credentials/environment-tokens.js';
import { credentialProviderContract } from '../../../src/ports/contracts/credential-provider.js';
import { verifies } from '../../requirements.js';
import { everyText, rejection } from './sightings.js';

credentialProviderContract(
  { describe, test },
  {
    name: 'environmentTokens',
    shows: ['others', 'refused'],
    open: () => ({
      provider: environmentTokens(
        { github: 'GH', search: 'SEARCH' },
        { GH: 'canary-gh', SEARCH: 'canary-search' },
      ),
      known: { service: 'github', mode: 'machine' },
      secret: 'canary-gh',
      unknownService: 'gitlab',
      others: [{ request: { service: 'search' }, secret: 'canary-search' }],
      refused: [{ service: 'github', mode: 'user' }],
    }),
  },
);

describe('environmentTokens', () => {
  test('reads the variable at each request', async () => {
    verifies('ID-3');
    const env: Record<string, string> = { GH: 'one' };
    const provider = environmentTokens({ github: 'GH' }, env);
    await provider.getCredential({ service: 'github' });
    env['GH'] = 'two';
    const answer = await provider.getCredential({ service: 'github' });
    expect(answer.status === 'issued' && answer.credential.toHeaders()).toEqual({
      authorization: 'Bearer two',
    });
  });

  test('names a variable that is not set', async () => {
    verifies('ID-3');
    const error = await rejection(
      environmentTokens({ github: 'GH_TOKEN' }, {}).getCredential({ service: 'github' }),
    );
    expect(error).toMatchObject({ code: 'ERR_CREDENTIAL_UNAVAILABLE', transient: false });
    expect(error.message).toContain('GH_TOKEN');
  });

  test('does not show a token that stands where a variable name should', async () => {
    verifies('T29');
    const provider = environmentTokens({ github: 'ghp_canary1234' }, {});
    expect(everyText(await rejection(provider.getCredential({ service: 'github' })))).not.toContain('canary');
  });

  test('makes another kind of credential where asked, and drops what the maker throws', async () => {
    verifies('ID-3', 'T19', 'T29');
    const env = { KEY: 'canary-key', BAD: 'canary\r\nX-Evil: 1' };
    const provider = environmentTokens({ search: 'KEY', bad: 'BAD' }, env, {
      credential(value) {
        if (value.includes('\n')) throw new Error(`cannot use ${value}`);
        return apiKey(value);
      },
    });
    const answer = await provider.getCredential({ service: 'search' });
    expect(answer.status === 'issued' && answer.credential.toHeaders()).toEqual({
      'x-api-key': 'canary-key',
    });
    for (const subject of [provider, environmentTokens({ bad: 'BAD' }, env)]) {
      const error = await rejection(subject.getCredential({ service: 'bad' }));
      expect(error.code).toBe('ERR_CREDENTIAL_INVALID');
      expect(everyText(error)).not.toContain('canary');
    }
  });
});
