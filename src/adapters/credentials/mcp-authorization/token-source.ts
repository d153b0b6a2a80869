import type { Clock } from '../../../ports/clock.js';
import { CredentialUnavailableError } from '../credential-errors.js';
import { bearerChallenge } from './bearer-challenge.js';
import { endpointOf, type Grant } from './grant.js';
import type { GuardedHttp } from './guarded-http.js';
import { heldToken, type HeldToken } from './held-token.js';
import { isFinal } from './is-final.js';
import { selectScopes } from './scope-selection.js';
import type { TargetFinder } from './target-finder.js';
import type { TokenAsk } from './token-ask.js';
import { requestToken } from './token-endpoint.js';

/** What tokens come by. */
export interface TokenSourceParts {
  readonly finder: TargetFinder;
  readonly grant: Grant;
  /** Whether the grant can give a refresh token. */
  readonly wantsRefresh: boolean;
  readonly http: (server: URL) => GuardedHttp;
  readonly clock: Clock;
}

/** A token that is refused sooner than this after it was issued was never good. */
const PROBATION_MS = 60_000;

/** Gets the next token: by the refresh token where that can help, else by the grant. */
export class TokenSource {
  readonly #parts: TokenSourceParts;

  constructor(parts: TokenSourceParts) {
    this.#parts = parts;
  }

  async next(ask: TokenAsk, signal: AbortSignal): Promise<HeldToken> {
    const { request, held } = ask;
    const isStepUp = request.challenge?.status === 403;
    if (isStepUp) return this.#authorize(ask, true, signal);
    if (request.challenge !== undefined && held !== undefined && this.#isHopeless(held)) {
      throw new CredentialUnavailableError(
        'The MCP server refuses the token that was just issued for it. Check that it trusts the authorization server that ' +
          'it names.',
        false,
      );
    }
    return (await this.#refresh(held, signal)) ?? this.#authorize(ask, false, signal);
  }

  /** Whether a token that is refused was never good, and a refresh cannot help or did not. */
  #isHopeless({ issuedAt, expiresAt = Infinity, isRefreshed, refreshToken }: HeldToken): boolean {
    const isNew = this.#parts.clock.now() < Math.min(issuedAt + PROBATION_MS, expiresAt);
    return isNew && (isRefreshed || refreshToken === undefined);
  }

  async #authorize(
    { url, request, held, stepUps }: TokenAsk,
    isStepUp: boolean,
    signal: AbortSignal,
  ): Promise<HeldToken> {
    const { resourceMetadata, scopes: challenged = [] } = bearerChallenge(request.challenge?.wwwAuthenticate);
    if (isStepUp) stepUps.check(held?.granted ?? [], challenged);
    const isKnown = request.challenge === undefined && held !== undefined;
    const target = isKnown
      ? held.target
      : await this.#parts.finder.find(this.#parts.http(url), url, resourceMetadata, signal);
    const { scopes: asked = [], identity } = request;
    const sources = { asked, challenged, listed: target.scopes, held: held?.scopes ?? [] };
    const scopes = selectScopes(sources, target.server, this.#parts.wantsRefresh);
    if (isStepUp) stepUps.count(scopes);
    const issuedAt = this.#parts.clock.now();
    try {
      const answer = await this.#parts.grant(target, { url: url.href, scopes, identity, signal });
      return heldToken(answer, target, scopes, issuedAt);
    } catch (thrown) {
      if (isFinal(thrown)) this.#parts.finder.forget(target);
      throw thrown;
    }
  }

  /** The token by the refresh token; undefined where there is none, or it is good no more. */
  async #refresh(held: HeldToken | undefined, signal: AbortSignal): Promise<HeldToken | undefined> {
    if (held?.refreshToken === undefined) return undefined;
    const { refreshToken, target, scopes } = held;
    const issuedAt = this.#parts.clock.now();
    const parameters = { refresh_token: refreshToken, resource: target.resource };
    try {
      const answer = await requestToken(endpointOf(target), 'refresh_token', parameters, signal);
      return heldToken(answer, target, scopes, issuedAt, held);
    } catch (thrown) {
      if (isFinal(thrown)) return undefined;
      throw thrown;
    }
  }
}
