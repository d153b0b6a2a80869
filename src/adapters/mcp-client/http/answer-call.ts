import { AnswerRefused } from './answer-refused.js';
import { readAnswer } from './http-answer.js';
import type { HttpCall } from './http-call.js';
import type { HttpCalls } from './http-calls.js';
import type { HttpEndpoint } from './http-endpoint.js';
import type { HttpResponse } from './http-send.js';
import { BROKEN_OFF } from '../result/unusable-answer.js';

/**
 * Reads the answer to a call, and sees to it that there is one: an error stands in place of what never came, or was too
 * much. Never throws.
 *
 * @returns whether it was given up while the server may still work at it
 */
export async function answerCall(
  response: HttpResponse,
  call: HttpCall,
  calls: HttpCalls,
  endpoint: HttpEndpoint,
): Promise<boolean> {
  let isGivenUp = false;
  try {
    await readAnswer(response, call, {
      take: (message) => calls.take(message, call.budget, call),
      flush: () => calls.flush(call),
      resume: (lastEventId, signal) => endpoint.listen(signal, lastEventId),
    });
    calls.fail(call, BROKEN_OFF);
  } catch (thrown) {
    isGivenUp = thrown instanceof AnswerRefused;
    calls.fail(call, thrown instanceof AnswerRefused ? thrown.why : BROKEN_OFF);
    call.giveUp();
  } finally {
    calls.end(call);
  }
  return isGivenUp;
}
