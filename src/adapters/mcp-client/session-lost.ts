import { SessionLostError } from './session-lost-error.js';

/** Whether the server no longer knows the session, so that the request did not run. */
export function isSessionLost(thrown: unknown): boolean {
  return thrown instanceof SessionLostError;
}
