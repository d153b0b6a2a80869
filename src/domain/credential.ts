/** A secret ready for use. Its fields are non-enumerable: only `toHeaders()` gives it away. */
export interface Credential {
  readonly kind: 'bearer' | 'api-key' | 'basic' | 'headers';
  /** The HTTP headers that present this credential. */
  toHeaders(): Record<string, string>;
}

/** What a tool needs before it can run, resolved by the `CredentialProvider` just before `execute`. */
export interface CredentialNeed {
  /** The name under which the provider knows the service, for example `'github'`. */
  readonly service: string;
  readonly scopes?: readonly string[];
  /** Whose authority: the application's own, or the user's on whose behalf it acts. */
  readonly mode?: 'machine' | 'user';
}
