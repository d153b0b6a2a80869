import type { Credential, CredentialNeed } from '../domain/credential.js';
import type { Identity } from '../domain/identity.js';

/** With which words an HTTP server refused a credential. They come from the server and are not to be trusted. */
export interface CredentialChallenge {
  /** 401 where there was no good credential, 403 where it allows too little. */
  readonly status: number;
  /** The WWW-Authenticate header, where there was one. */
  readonly wwwAuthenticate?: string;
  /** The very credential that was refused: another request may have replaced it since. */
  readonly refused: Credential;
}

/** One request for a credential. `forceReauth` asks for a fresh one because the last was refused. */
export interface CredentialRequest extends CredentialNeed {
  readonly identity?: Identity | undefined;
  readonly forceReauth?: boolean;
  /** Where the credential will be sent, as the application wrote it; absent where the asker does not know. */
  readonly url?: string;
  readonly challenge?: CredentialChallenge;
  readonly signal?: AbortSignal;
}

/** A credential, or the URL where the user must first consent. */
export type CredentialAnswer =
  | { readonly status: 'issued'; readonly credential: Credential; readonly expiresAt?: number }
  | { readonly status: 'authorization-required'; readonly authorizationUrl: string };

/**
 * Where credentials come from.
 *
 * Laws:
 * - An answer is for exactly the service, scopes, mode and identity asked for; nobody is served another's credential.
 * - A secret appears in the answer's `credential` and nowhere else: not in an error, a log or an enumerable field.
 * - A service the provider does not know is an error that names it; needing consent is an answer, not an error.
 * - An abort ends the request promptly.
 */
export interface CredentialProvider {
  readonly id: string;
  getCredential(request: CredentialRequest): Promise<CredentialAnswer>;
}
