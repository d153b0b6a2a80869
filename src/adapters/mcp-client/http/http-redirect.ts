import type { HttpSend } from './http-send.js';

const MAX_REDIRECTS = 2;

/** The redirects that keep the method and the body. */
const KEEPING: ReadonlySet<number> = new Set([307, 308]);

/**
 * Follows a redirect within the origin, with the body and the headers of the request. Every other redirect is an answer
 * like any other, so that nothing is sent where the caller did not ask for it.
 */
export function redirectingSend(send: HttpSend): HttpSend {
  return async (request) => {
    let at = request;
    for (let followed = 0; ; followed++) {
      const response = await send(at);
      const to = KEEPING.has(response.status) ? target(response.header('location'), at.url) : undefined;
      if (to === undefined || followed >= MAX_REDIRECTS) return response;
      response.discard();
      at = { ...request, url: to };
    }
  };
}

/** Where a redirect leads; undefined when that is out of the origin. */
function target(location: string | undefined, from: URL): URL | undefined {
  if (location === undefined || !URL.canParse(location, from.href)) return undefined;
  const to = new URL(location, from);
  return to.origin === from.origin && to.username === '' && to.password === '' ? to : undefined;
}
