import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { answeredFetch } from './answered-fetch.js';
import type { GatewayTransport } from './gateway-transport.js';
import type { FetchFunction } from './fetch-function.js';
import type { HttpTransportOptions, McpClientSettings } from './options.js';
import { ownSignal } from './own-signal.js';
import { throttledFetch } from './throttled-fetch.js';
import { vendingFetch } from './vending-fetch.js';

const END_SESSION_MS = 1_000;

/** A connection by Streamable HTTP, and how it is ended. */
export interface HttpConnection {
  readonly transport: StreamableHTTPClientTransport;
  /** Ends the session on the server, then the sockets. */
  close(): Promise<void>;
}

/**
 * Opens nothing yet: the first request does. Each request is retried when it is throttled; inside that the credential is
 * vended, and inside that the caller's own fetch is called. A redirect is followed within the origin alone.
 */
export async function httpConnection(
  asked: HttpTransportOptions | GatewayTransport,
  { name, maxCallMs, retryOnThrottle }: Pick<McpClientSettings, 'name' | 'maxCallMs' | 'retryOnThrottle'>,
): Promise<HttpConnection> {
  const { url, headers = {}, fetch } = asked;
  const { StreamableHTTPClientTransport } =
    await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const { fetch: base, close } =
    fetch === undefined ? await pooledFetch(maxCallMs) : { fetch, close: () => Promise.resolve() };
  const vended = asked.transport === 'gateway' ? vendingFetch(base, asked) : base;
  const sent = retryOnThrottle ? throttledFetch(vended, name) : vended;
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: ownSignal(answeredFetch(withOptionalStream(sent))),
  });
  return {
    transport,
    close: async () => {
      await within(END_SESSION_MS, transport.terminateSession());
      await transport.close();
      await close();
    },
  };
}

/** Keep-alive pooling, and proxies from the environment. A stream may be silent for as long as it likes. */
async function pooledFetch(maxCallMs: number): Promise<{
  readonly fetch: FetchFunction;
  readonly close: () => Promise<void>;
}> {
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({ headersTimeout: maxCallMs, bodyTimeout: 0 });
  const pooled = (input: string | URL, init?: RequestInit): Promise<unknown> =>
    fetch(input, { ...(init as object), dispatcher });
  return { fetch: pooled as FetchFunction, close: () => dispatcher.destroy() };
}

/**
 * The stream that a server may offer for its own messages is optional: however it is refused, that is no failure. Nor is
 * it one that the connection is closed while it is opened, for the client would set a timer to open it again.
 */
function withOptionalStream(fetch: FetchFunction): FetchFunction {
  return async (input, init) => {
    if (init?.method !== 'GET') return fetch(input, init);
    const response = await fetch(input, init).catch((thrown: unknown) => {
      if (init.signal?.aborted) return notOffered();
      throw thrown;
    });
    if (response.ok || (response.status >= 300 && response.status < 400)) return response;
    await response.body?.cancel();
    return notOffered();
  };
}

function notOffered(): Response {
  return new Response(null, { status: 405 });
}

/** Waits for what may fail or hang, and goes on. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
