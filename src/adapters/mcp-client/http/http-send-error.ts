/** What is known of an HTTP request that failed. */
export interface HttpSendFacts {
  /** What went wrong: a system's or a client's error code, or one of `HTTP_STATUS` and the like, which never leave the adapter. */
  readonly code: string;
  /** False where not a byte reached the server, so that nothing can have happened there. */
  readonly sent: boolean;
  /** The status of the answer; absent where there was none. */
  readonly status?: number;
}

/** A request over HTTP failed. Says nothing of what was sent or answered, nor where to, and has no cause. */
export class HttpSendError extends Error {
  readonly code: string;
  readonly sent: boolean;
  readonly status: number | undefined;

  constructor({ code, sent, status }: HttpSendFacts) {
    const answered = status === undefined ? '' : ` (HTTP status ${status})`;
    const doubt = sent ? 'The server may have acted on it.' : 'Nothing was sent.';
    super(`The HTTP request failed: ${code}${answered}. ${doubt}`);
    this.name = 'HttpSendError';
    this.code = code;
    this.sent = sent;
    this.status = status;
  }
}
