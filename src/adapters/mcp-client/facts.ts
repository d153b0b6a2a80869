import { HttpSendError } from './http/http-send-error.js';
import { SessionLostError } from './http/session-lost-error.js';

/** The code and the data that a thrown value carries. */
export function factsOf(thrown: unknown): { readonly code?: unknown; readonly data?: unknown } {
  return typeof thrown === 'object' && thrown !== null ? thrown : {};
}

/** The HTTP status that a request failed with; undefined where it failed otherwise. */
export function httpStatusOf(thrown: unknown): number | undefined {
  return thrown instanceof HttpSendError || thrown instanceof SessionLostError ? thrown.status : undefined;
}
