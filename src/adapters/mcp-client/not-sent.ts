import { HttpSendError } from './http/http-send-error.js';
import { NotSentError } from './not-sent-error.js';

/** Whether it is certain that the server never got the request. */
export function wasNotSent(thrown: unknown): boolean {
  return thrown instanceof NotSentError || (thrown instanceof HttpSendError && !thrown.sent);
}
