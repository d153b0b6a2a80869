import type { Send } from './http-exchange.js';

/** What `oauth4webapi` passes to a custom fetch. */
interface OAuthFetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Sends the requests of `oauth4webapi` through the guarded exchange. Its answer carries the content type alone. */
export function oauthFetch(
  send: Send,
  what: string,
): (url: string, init: OAuthFetchInit) => Promise<Response> {
  return async (url, { method, headers, body, signal }) => {
    const answer = await send({
      what,
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      ...(body === undefined ? {} : { body: String(body) }),
      signal,
    });
    const empty = [204, 205, 304].includes(answer.status);
    return new Response(empty ? null : answer.body, {
      status: answer.status,
      headers: { 'content-type': answer.contentType },
    });
  };
}
