/** The server no longer knows the session that a request named, and did nothing. A new session must be initialised. */
export class SessionLostError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The server no longer knows the session (HTTP status ${status}). Initialise another.`);
    this.name = 'SessionLostError';
    this.status = status;
  }
}
