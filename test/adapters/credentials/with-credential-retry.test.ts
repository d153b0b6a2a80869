import { describe, expect, test } from '@jest/globals';
import { bearer } from '../../../src/adapters/credentials/bearer.js';
import {
  CredentialInvalidError,
  CredentialUnavailableError,
  UnknownServiceError,
} from '../../../src/adapters/credentials/credential-errors.js';
import { unconfiguredCredentialProvider } from '../../../src/adapters/credentials/unconfigured-credential-provider.js';
import { wallClock } from '../../../src/adapters/credentials/wall-clock.js';
import {
  withCredentialRetry,
  type CredentialRetryOptions,
} from '../../../src/adapters/credentials/with-credential-retry.js';
import type { CredentialAnswer, CredentialProvider } from '../../../src/ports/credential-provider.js';
import { verifies } from '../../requirements.js';
import { rejection } from './sightings.js';

const ISSUED: CredentialAnswer = { status: 'issued', credential: bearer('t') };
const CONSENT: CredentialAnswer = {
  status: 'authorization-required',
  authorizationUrl: 'https://idp.example',
};

/** A provider that gives or throws these in order, and the retried one on a clock that only counts what it slept. */
function retried(steps: readonly (CredentialAnswer | Error)[], options: CredentialRetryOptions = {}) {
  const slept: number[] = [];
  const seen: unknown[] = [];
  const provider: CredentialProvider = {
    id: 'scripted',
    async getCredential(request) {
      const step = steps[seen.push(request) - 1];
      if (step === undefined) throw new Error('one request too many');
      if (step instanceof Error) throw step;
      return step;
    },
  };
  const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  return { provider: withCredentialRetry(provider, { clock, random: () => 0.5, ...options }), slept, seen };
}

describe('withCredentialRetry', () => {
  test('a thrown error is tried again, after a share of a growing and bounded wait', async () => {
    verifies('ID-3');
    const fault = new CredentialUnavailableError('down', true);
    const { provider, slept, seen } = retried([fault, new Error('x'), fault, fault, ISSUED], {
      retries: 4,
      baseDelayMs: 100,
      maxDelayMs: 300,
    });
    const request = { service: 'a', scopes: ['s'] };
    expect(await provider.getCredential(request)).toBe(ISSUED);
    expect(slept).toEqual([50, 100, 150, 150]);
    expect(seen).toEqual([request, request, request, request, request]);
  });

  test('authorization-required is an answer', async () => {
    verifies('ID-3');
    const { provider, slept, seen } = retried([CONSENT, ISSUED]);
    expect(await provider.getCredential({ service: 'a' })).toBe(CONSENT);
    expect([slept.length, seen.length]).toEqual([0, 1]);
  });

  test('the last error is thrown as it is when the retries are spent', async () => {
    verifies('ID-3');
    const last = new Error('third');
    const { provider, seen } = retried([new Error('1'), new Error('2'), last, ISSUED]);
    expect(await rejection(provider.getCredential({ service: 'a' }))).toBe(last);
    expect(seen).toHaveLength(3);
  });

  test.each([
    new UnknownServiceError('p', 's', ''),
    new CredentialInvalidError('x'),
    new CredentialUnavailableError('x', false),
  ])('an error that cannot heal is not tried again: %s', async (error) => {
    verifies('ID-3');
    const { provider, seen } = retried([error, ISSUED]);
    expect(await rejection(provider.getCredential({ service: 'a' }))).toBe(error);
    expect(seen).toHaveLength(1);
  });

  test('retryIf decides where it is given', async () => {
    verifies('ID-3');
    const { provider } = retried([new CredentialUnavailableError('x', false), ISSUED], {
      retryIf: () => true,
    });
    expect(await provider.getCredential({ service: 'a' })).toBe(ISSUED);
  });

  test('an abort ends a real wait at once, with the reason', async () => {
    verifies('ID-3');
    const stop = new AbortController();
    const reason = new Error('enough');
    const real = wallClock();
    const { provider, seen } = retried([new Error('1'), ISSUED], {
      baseDelayMs: 3_600_000,
      maxDelayMs: 3_600_000,
      clock: {
        now: real.now,
        sleep(ms, signal) {
          const slept = real.sleep(ms, signal);
          stop.abort(reason);
          return slept;
        },
      },
    });
    expect(await rejection(provider.getCredential({ service: 'a', signal: stop.signal }))).toBe(reason);
    expect(seen).toHaveLength(1);
  });

  test('mistyped options are refused by name', () => {
    verifies('ID-3');
    const provider = unconfiguredCredentialProvider();
    expect(() => withCredentialRetry(provider, { retrys: 1 } as never)).toThrow('"retrys"');
    expect(() => withCredentialRetry(provider, { retries: -1 })).toThrow('"retries"');
    expect(() => withCredentialRetry({} as never)).toThrow('"provider"');
  });
});

describe('unconfiguredCredentialProvider', () => {
  test('fails loud, with the service and what to bind', async () => {
    verifies('ID-3');
    const error = await rejection(unconfiguredCredentialProvider().getCredential({ service: 'github' }));
    expect(error.code).toBe('ERR_CREDENTIAL_UNCONFIGURED');
    expect(error.message).toContain('"github"');
    expect(error.message).toContain('staticTokens');
  });
});
