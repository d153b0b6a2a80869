import { SallyportError } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import type { Clock } from '../../ports/clock.js';
import type { CredentialProvider } from '../../ports/credential-provider.js';
import { wallClock } from './wall-clock.js';

/** How often, and how patiently, a failed request is made again. */
export interface CredentialRetryOptions {
  /** Requests after the first (default 2). */
  readonly retries?: number;
  /** The ceiling of the first wait, in milliseconds (default 100); it doubles with each wait. */
  readonly baseDelayMs?: number;
  /** The ceiling of any wait, in milliseconds (default 2000). */
  readonly maxDelayMs?: number;
  /** Whether this error is worth another request (default: every error but those that cannot heal by themselves). */
  readonly retryIf?: (error: unknown) => boolean;
  /** A number from 0 to below 1, for the jitter (default `Math.random`). */
  readonly random?: () => number;
  readonly clock?: Clock;
}

const PERMANENT: ReadonlySet<string> = new Set([
  'ERR_CREDENTIAL_UNKNOWN_SERVICE',
  'ERR_CREDENTIAL_INVALID',
  'ERR_CREDENTIAL_UNCONFIGURED',
  'ERR_OPTIONAL_PEER_MISSING',
  'ERR_URL_FORBIDDEN',
  'ERR_INVALID_OPTION',
]);

/**
 * The provider, asked again when it throws. Every answer is final, `authorization-required` included. Each wait is a
 * random share of its ceiling, so that many callers do not return together. An abort ends it, also within a wait.
 */
export function withCredentialRetry(
  provider: CredentialProvider,
  options: CredentialRetryOptions = {},
): CredentialProvider {
  option.checkOptions('withCredentialRetry()', { provider }, { provider: option.required(providerRule) });
  const {
    retries = 2,
    baseDelayMs = 100,
    maxDelayMs = 2_000,
    retryIf = canHeal,
    random = Math.random,
    clock = wallClock(),
  } = option.checkOptions('withCredentialRetry()', options, {
    retries: option.wholeFromZero,
    baseDelayMs: option.wholeFromZero,
    maxDelayMs: option.wholeFromZero,
    retryIf: option.callback,
    random: option.callback,
    clock: option.having('a Clock', 'now', 'sleep'),
  });
  return {
    id: provider.id,
    async getCredential(request) {
      for (let attempt = 0; ; attempt++) {
        request.signal?.throwIfAborted();
        try {
          return await provider.getCredential(request);
        } catch (thrown) {
          request.signal?.throwIfAborted();
          if (attempt >= retries || !retryIf(thrown)) throw thrown;
        }
        await clock.sleep(random() * Math.min(maxDelayMs, baseDelayMs * 2 ** attempt), request.signal);
      }
    },
  };
}

const providerRule: option.OptionRule = option.having('a CredentialProvider', 'getCredential');

function canHeal(thrown: unknown): boolean {
  if (!SallyportError.is(thrown)) return true;
  return !PERMANENT.has(thrown.code) && !('transient' in thrown && thrown.transient === false);
}
