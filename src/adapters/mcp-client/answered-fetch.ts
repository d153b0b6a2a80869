import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { FetchFunction } from './fetch-function.js';
import { BROKEN_OFF, unusable } from './unusable-answer.js';

/** A field of an event stream that names an event, by which the stream can be taken up again. */
const EVENT_ID = /[\r\n]id:/;
const EVENT_ID_CHARS = 4;

/**
 * Sees to it that a stream which answers a request does answer it. The protocol's client waits on when such a stream
 * breaks off; here it ends with an error in place of the answer, which the client lets pass where the answer did come. A
 * stream that can be taken up again is left to the client.
 */
export function answeredFetch(send: FetchFunction): FetchFunction {
  return async (input, init) => {
    const response = await send(input, init);
    const id = init?.method === 'POST' ? requestId(init.body) : undefined;
    const { body, status, headers } = response;
    if (id === undefined) return response;
    const isStream = /^\s*text\/event-stream\s*(;|$)/i.test(headers.get('content-type') ?? '');
    return body !== null && response.ok && isStream
      ? new Response(withLastEvent(body, id), { status, headers })
      : response;
  };
}

/** The id of the request that a body holds; undefined for what asks nothing. */
function requestId(body: unknown): RequestId | undefined {
  if (typeof body !== 'string') return undefined;
  const { id, method } = JSON.parse(body) as { readonly id?: RequestId; readonly method?: string };
  return method === undefined ? undefined : id;
}

/** Begins with an empty line, which ends an event that was cut. */
function lastEvent(id: RequestId): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`\n\ndata: ${JSON.stringify(unusable(id, BROKEN_OFF))}\n\n`);
}

function withLastEvent(body: ReadableStream<Uint8Array>, id: RequestId): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isResumable = false;
  let before = '\n';
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const read = await reader.read().catch(() => undefined);
      if (read?.value !== undefined) {
        const text = before + Buffer.from(read.value).toString('latin1');
        isResumable ||= EVENT_ID.test(text);
        before = text.slice(-EVENT_ID_CHARS);
        return controller.enqueue(read.value);
      }
      if (!isResumable) controller.enqueue(lastEvent(id));
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
