import { SallyportError } from '../../../domain/errors.js';
import type { FetchFunction } from './fetch-function.js';
import { HttpSendError } from './http-send-error.js';
import type { HttpSend } from './http-send.js';
import { untilAborted } from './until-aborted.js';
import { factsOf } from '../facts.js';

/** What a fetch fails with before there is a connection. */
const NOT_SENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Sends by a caller's `fetch`, which decompresses what it answers with. An error that is ours is passed on as it is. */
export function fetchSend(fetch: FetchFunction): HttpSend {
  return async ({ method, url, headers, body, signal }) => {
    const init: RequestInit = {
      method,
      headers: new Headers(headers),
      ...(body === undefined ? {} : { body }),
      signal,
      redirect: 'manual',
    };
    const isEarly = signal.aborted;
    const pending = Promise.resolve().then(() => fetch(url, init));
    try {
      const response = await untilAborted(signal, pending);
      const content = response.body;
      return {
        status: response.status,
        header: (name) => response.headers.get(name) ?? undefined,
        body: chunks(content, signal),
        discard: () => void content?.cancel().catch(() => undefined),
      };
    } catch (thrown) {
      void pending.then((late) => late.body?.cancel()).catch(() => undefined);
      if (SallyportError.is(thrown)) throw thrown;
      const code = codeOf(thrown);
      throw new HttpSendError({ code: code ?? 'HTTP_SEND', sent: !isEarly && !NOT_SENT.has(code) });
    }
  };
}

/** The code of what a fetch throws is that of its cause. */
function codeOf(thrown: unknown): string | undefined {
  const { cause } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    readonly cause?: unknown;
  };
  const { code } = factsOf(cause ?? thrown);
  return typeof code === 'string' ? code : undefined;
}

async function* chunks(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { value } = await untilAborted(signal, reader.read());
      if (value === undefined) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
