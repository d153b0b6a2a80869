import { describe, expect, test } from '@jest/globals';
import { bearer } from '../../../src/adapters/credentials/bearer.js';
import { staticTokens } from '../../../src/adapters/credentials/static-tokens.js';
import {
  credentialProviderContract,
  type CredentialProviderSubject,
} from '../../../src/ports/contracts/credential-provider.js';
import type { CredentialProvider, CredentialRequest } from '../../../src/ports/credential-provider.js';
import { verifies } from '../../requirements.js';

/** The names of the laws that a provider breaks. */
async function broken(
  provider: CredentialProvider,
  extra: Partial<CredentialProviderSubject> = {},
): Promise<string[]> {
  const laws: [string, () => Promise<void> | void][] = [];
  credentialProviderContract(
    { describe: (_name, body) => body(), test: (name, body) => void laws.push([name, body]) },
    {
      name: 'subject',
      shows: ['others'],
      open: () => ({
        provider,
        known: { service: 'a' },
        secret: 'canary-a',
        unknownService: 'zzz',
        others: [{ request: { service: 'b' }, secret: 'canary-b' }],
      }),
      ...extra,
    },
  );
  const names: string[] = [];
  for (const [name, body] of laws) {
    try {
      await body();
    } catch {
      names.push(name);
    }
  }
  return names;
}

const good = staticTokens({ a: 'canary-a', b: 'canary-b' });
const changed = (getCredential: CredentialProvider['getCredential'], extra = {}): CredentialProvider => ({
  id: 'bad',
  getCredential,
  ...extra,
});

describe('the CredentialProvider contract', () => {
  test('passes a sound provider', async () => {
    verifies('ID-1');
    expect(await broken(good)).toEqual([]);
  });

  test.each<[string, CredentialProvider, string]>([
    ['shows its tokens', changed(good.getCredential, { tokens: { a: 'canary-a' } }), 'nothing else'],
    [
      'shows the secret in the credential',
      changed(async (request) => {
        const answer = await good.getCredential(request);
        return answer.status === 'issued'
          ? {
              ...answer,
              credential: {
                kind: 'bearer',
                toHeaders: () => answer.credential.toHeaders(),
                raw: 'canary-a',
              } as never,
            }
          : answer;
      }),
      'nothing else',
    ],
    [
      'quotes a secret in an error',
      changed(async (request: CredentialRequest) => {
        if (request.service === 'zzz') throw new Error('zzz', { cause: { token: 'canary-a' } });
        return good.getCredential(request);
      }),
      'without a secret',
    ],
    [
      'serves whoever asks',
      changed(async (request) => {
        request.signal?.throwIfAborted();
        return { status: 'issued', credential: bearer('canary-a') };
      }),
      'serves nobody another',
    ],
    ['does not hear an abort', changed(({ service }) => good.getCredential({ service })), 'aborted already'],
  ])('fails one that %s', async (_name, provider, law) => {
    verifies('ID-1');
    expect((await broken(provider)).some((name) => name.includes(law))).toBe(true);
  });
});
