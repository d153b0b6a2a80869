import type { ClientAuth } from 'oauth4webapi';

/** A client as one authorization server knows it. */
export interface KnownClient {
  readonly id: string;
  readonly authentication: ClientAuth;
  /** When the server forgets its secret, in milliseconds since the epoch; absent where it does not. */
  readonly expiresAt?: number;
}
