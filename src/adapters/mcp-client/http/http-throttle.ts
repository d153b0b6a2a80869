import { setTimeout as delay } from 'node:timers/promises';
import { McpThrottledError } from '../errors.js';
import { HttpSendError } from './http-send-error.js';
import type { HttpSend } from './http-send.js';

const TOO_MANY_REQUESTS = 429;
const MAX_RETRIES = 3;
const MAX_WAIT_MS = 10_000;
const FIRST_BACKOFF_MS = 250;

/**
 * Sends again what was throttled: the one refusal that says that nothing was done. At most three times, and with at most
 * ten seconds of waiting in all; a wait that would be longer is an error at once, with the wait in it.
 */
export function throttledSend(send: HttpSend, server: string): HttpSend {
  return async (request) => {
    let waited = 0;
    for (let retry = 0; ; retry++) {
      const response = await send(request);
      if (response.status !== TOO_MANY_REQUESTS) return response;
      response.discard();
      const asked = retryAfterMs(response.header('retry-after'), Date.now());
      const wait = asked ?? FIRST_BACKOFF_MS * 2 ** retry * (0.5 + Math.random() / 2);
      if (retry >= MAX_RETRIES || waited + wait > MAX_WAIT_MS) throw new McpThrottledError(server, asked);
      waited += wait;
      await delay(wait, undefined, { signal: request.signal }).catch(() => {
        throw new HttpSendError({ code: 'HTTP_STATUS', sent: false, status: TOO_MANY_REQUESTS });
      });
    }
  };
}

/** What `Retry-After` asks for, in milliseconds: seconds, or a date. Undefined when it says neither. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
