import { setMaxListeners } from 'node:events';
import type { FetchFunction } from './fetch-function.js';

/**
 * Gives each request a signal of its own, which follows the connection's until the answer has been read. A connection
 * that is used for long so has as many listeners on its signal as requests under way, and not one of each that ever was.
 * However many those are, they are no leak to be warned of.
 */
export function ownSignal(send: FetchFunction): FetchFunction {
  return async (input, init) => {
    const shared = init?.signal;
    if (!shared) return send(input, init);
    setMaxListeners(0, shared);
    const own = new AbortController();
    const follow = (): void => own.abort(shared.reason);
    const letGo = (): void => shared.removeEventListener('abort', follow);
    if (shared.aborted) follow();
    else shared.addEventListener('abort', follow);
    try {
      const response = await send(input, { ...init, signal: own.signal });
      const { body, status, headers } = response;
      if (body !== null && mayBeRewrapped(status)) {
        return new Response(untilRead(body, letGo), { status, headers });
      }
      letGo();
      return response;
    } catch (thrown) {
      letGo();
      throw thrown;
    }
  };
}

/** A redirect is known by more than its status, and some statuses go with no body. */
function mayBeRewrapped(status: number): boolean {
  return (
    (status >= 200 && status < 300 && status !== 204 && status !== 205) || (status >= 400 && status < 600)
  );
}

/** The same bytes; `done` is called once they have all been read, the reading failed, or was given up. */
function untilRead(body: ReadableStream<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const read = await reader.read();
        if (!read.done) return controller.enqueue(read.value);
        done();
        controller.close();
      } catch (thrown) {
        done();
        throw thrown;
      }
    },
    cancel: async (reason) => {
      done();
      await reader.cancel(reason);
    },
  });
}
