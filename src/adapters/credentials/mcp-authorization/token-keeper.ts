import type { Credential } from '../../../domain/credential.js';
import type { Clock } from '../../../ports/clock.js';
import type { CredentialRequest } from '../../../ports/credential-provider.js';
import { SecretCredential } from '../secret-credential.js';
import { SingleFlightCache, type Expiring } from '../single-flight-cache.js';
import { bearerChallenge } from './bearer-challenge.js';
import { withoutRefresh, type HeldToken } from './held-token.js';
import { isFinal } from './is-final.js';
import { StepUps } from './step-ups.js';
import type { TokenSource } from './token-source.js';

interface Entry {
  held: HeldToken | undefined;
  readonly stepUps: StepUps;
}

/** What a request is answered with. */
export interface KeptToken {
  readonly credential: Credential;
  readonly expiresAt?: number;
}

const MAX_ENTRIES = 1_000;

/**
 * The tokens in use, by key, at most 1,000, of which the oldest goes first. However many requests are refused at the same
 * time, one next token is asked for and serves them all; a request whose refused token was replaced meanwhile asks for
 * none.
 */
export class TokenKeeper {
  readonly #source: TokenSource;
  readonly #clock: Clock;
  readonly #skewMs: number;
  readonly #entries = new Map<string, Entry>();
  readonly #flights: SingleFlightCache<Expiring>;

  constructor(source: TokenSource, clock: Clock, skewMs: number) {
    this.#source = source;
    this.#clock = clock;
    this.#skewMs = skewMs;
    this.#flights = new SingleFlightCache(clock, 0);
  }

  async token(key: string, url: URL, request: CredentialRequest): Promise<KeptToken> {
    const entry = this.#entry(key);
    const none: Credential = new SecretCredential('headers', []);
    const before = entry.held;
    const isRefusal = request.challenge !== undefined || request.forceReauth === true;
    if (!isRefusal && (before === undefined || this.#isFresh(before) || before.refreshToken === undefined))
      return before ?? { credential: none };
    const refused = request.challenge?.refused ?? before?.credential;
    const fetch = async (signal: AbortSignal): Promise<Expiring> => {
      const { held, stepUps } = entry;
      try {
        entry.held = await this.#source.next({ url, request, held, stepUps }, signal);
      } catch (thrown) {
        if (request.challenge?.status === 401 && isFinal(thrown)) entry.held = withoutRefresh(held);
        throw thrown;
      }
      return {};
    };
    // A flight may be another request's, whose token lacks the scope that this one's challenge demands.
    for (let flights = 0; flights < 3 && !isAnswered(entry.held, refused, request); flights++) {
      await this.#flights.get(key, { force: true, signal: request.signal, fetch });
    }
    return entry.held ?? { credential: none };
  }

  #entry(key: string): Entry {
    const kept = this.#entries.get(key);
    if (kept !== undefined) return kept;
    const entry: Entry = { held: undefined, stepUps: new StepUps() };
    this.#entries.set(key, entry);
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > MAX_ENTRIES && oldest.done !== true) this.#entries.delete(oldest.value);
    return entry;
  }

  #isFresh({ expiresAt }: HeldToken): boolean {
    return expiresAt === undefined || this.#clock.now() < expiresAt - this.#skewMs;
  }
}

/** Whether a token is another than the refused one, with the scopes that the refusal demands. */
function isAnswered(
  held: HeldToken | undefined,
  refused: Credential | undefined,
  { challenge }: CredentialRequest,
): boolean {
  if (held === undefined || held.credential === refused) return false;
  if (challenge?.status !== 403) return true;
  const { scopes = [] } = bearerChallenge(challenge.wwwAuthenticate);
  return scopes.every((scope) => held.scopes.includes(scope));
}
