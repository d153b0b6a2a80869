import { SallyportError } from '../../../domain/errors.js';

/**
 * What a peer said of its authorization cannot be trusted: it speaks for another server, or it is an answer to another
 * question. Nothing was sent on the strength of it. `code: 'ERR_AUTHORIZATION_UNTRUSTED'`.
 */
export class UntrustedAuthorizationError extends SallyportError {
  constructor(message: string) {
    super('ERR_AUTHORIZATION_UNTRUSTED', message);
  }
}
