import type { GatewayTransport } from './gateway-transport.js';
import { HttpEndpoint } from './http-endpoint.js';
import { fetchSend } from './http-fetch-send.js';
import { redirectingSend } from './http-redirect.js';
import { throttledSend } from './http-throttle.js';
import { HttpTransport } from './http-transport.js';
import { undiciSend } from './http-undici-send.js';
import { vendingSend } from './http-vending.js';
import type { HttpTransportOptions, McpClientSettings } from '../options.js';

/** A connection by Streamable HTTP, and how it is ended. */
export interface HttpConnection {
  readonly transport: HttpTransport;
  /** Ends the session on the server, then the sockets. */
  close(): Promise<void>;
}

/**
 * Opens nothing yet: the first request does. Each request is retried when it is throttled; inside that the credential is
 * vended, and inside that the caller's own fetch is called. A redirect is followed within the origin alone.
 */
export async function httpConnection(
  asked: HttpTransportOptions | GatewayTransport,
  settings: Pick<McpClientSettings, 'name' | 'maxCallMs' | 'maxResultBytes' | 'retryOnThrottle'>,
): Promise<HttpConnection> {
  const { name, maxCallMs, maxResultBytes, retryOnThrottle } = settings;
  const { url, headers = {}, fetch } = asked;
  const { send: base, close: disconnect } =
    fetch === undefined
      ? await undiciSend(maxCallMs)
      : { send: fetchSend(fetch), close: () => Promise.resolve() };
  const vended = asked.transport === 'gateway' ? vendingSend(base, asked) : base;
  const patient = retryOnThrottle ? throttledSend(vended, name) : vended;
  const endpoint = new HttpEndpoint({
    url: new URL(url),
    headers: lowerCased(headers),
    send: redirectingSend(patient),
  });
  const transport = new HttpTransport({ endpoint, maxMessageBytes: maxResultBytes, disconnect });
  return { transport, close: () => transport.close() };
}

function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
