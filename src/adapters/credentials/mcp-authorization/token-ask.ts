import type { CredentialRequest } from '../../../ports/credential-provider.js';
import type { HeldToken } from './held-token.js';
import type { StepUps } from './step-ups.js';

/** A server whose token is asked for. */
export interface TokenAsk {
  /** The server's URL, without query and fragment. */
  readonly url: URL;
  readonly request: CredentialRequest;
  /** The token so far. */
  readonly held: HeldToken | undefined;
  /** How often the scope of this server's token was widened. */
  readonly stepUps: StepUps;
}
