/** A request that was never handed to the server whole, so that to send it again runs nothing twice. */
export class NotSentError extends Error {
  /** Whether the session can carry no request any more, so that another one may. */
  readonly isSessionDead: boolean;

  constructor(isSessionDead: boolean) {
    super('The request was not sent.');
    this.name = 'NotSentError';
    this.isSessionDead = isSessionDead;
  }
}
