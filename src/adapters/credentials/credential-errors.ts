import { SallyportError } from '../../domain/errors.js';

/** A credential value is unfit for use; the message names the part, never its value. `code: 'ERR_CREDENTIAL_INVALID'`. */
export class CredentialInvalidError extends SallyportError {
  constructor(message: string) {
    super('ERR_CREDENTIAL_INVALID', message);
  }
}

/** The provider does not know the service. `code: 'ERR_CREDENTIAL_UNKNOWN_SERVICE'`. */
export class UnknownServiceError extends SallyportError {
  readonly service: string;

  constructor(provider: string, service: string, fix: string) {
    super('ERR_CREDENTIAL_UNKNOWN_SERVICE', `${provider} knows no service ${quoted(service)}. ${fix}`);
    this.service = service;
  }
}

/**
 * The credential could not be had. `code: 'ERR_CREDENTIAL_UNAVAILABLE'`. It has no `cause`: what a transport throws may
 * hold the request, and with it a secret.
 */
export class CredentialUnavailableError extends SallyportError {
  /** True when asking again later can help: a network fault, a timeout, a throttle or a fault of the server. */
  readonly transient: boolean;

  constructor(message: string, transient: boolean) {
    super('ERR_CREDENTIAL_UNAVAILABLE', message);
    this.transient = transient;
  }
}

/** Something that the provider needs was not configured. `code: 'ERR_CREDENTIAL_UNCONFIGURED'`. */
export class CredentialUnconfiguredError extends SallyportError {
  constructor(message: string) {
    super('ERR_CREDENTIAL_UNCONFIGURED', message);
  }
}

/** A name in quotes for a message: on one line, and of bounded length. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}
