import { CredentialUnavailableError } from '../credential-errors.js';

/** How often the same scopes are asked for because a token's scope was too small. */
const MAX_TRIES = 2;

/** More scopes than these are not asked for in one token. */
const MAX_SCOPES = 100;

/** Keeps a server from asking for wider scope without end, each time at the cost of a user's consent. */
export class StepUps {
  readonly #tries = new Map<string, number>();

  /**
   * @param granted what the refused token allows
   * @param challenged what the server demands
   * @throws CredentialUnavailableError when asking again could not help
   */
  check(granted: readonly string[], challenged: readonly string[]): void {
    if (challenged.some((scope) => !granted.includes(scope))) return;
    throw new CredentialUnavailableError(
      'The MCP server says that the scope of the token is too small, and demands none that the token has not. It is not ' +
        'asked for again.',
      false,
    );
  }

  /** @throws CredentialUnavailableError when these scopes were asked for too often, or are too many */
  count(scopes: readonly string[]): void {
    const key = scopes.join(' ');
    const tries = (this.#tries.get(key) ?? 0) + 1;
    if (tries > MAX_TRIES || scopes.length > MAX_SCOPES) {
      throw new CredentialUnavailableError(
        `The MCP server demands scopes that the authorization server does not grant: they were asked for ${MAX_TRIES} ` +
          'times, or are too many. Allow them to this client.',
        false,
      );
    }
    this.#tries.set(key, tries);
  }
}
