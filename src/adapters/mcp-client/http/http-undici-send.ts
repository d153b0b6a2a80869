import type { IncomingHttpHeaders } from 'node:http';
import { factsOf } from '../facts.js';
import { connectingSockets } from './connecting-sockets.js';
import { decoded } from './http-decoded.js';
import { HttpExchange } from './http-exchange.js';
import { HttpSendError } from './http-send-error.js';
import type { HttpSend } from './http-send.js';

const OWN_HEADERS = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'sallyport' };

/** Sends by undici: keep-alive pooling, and proxies from the environment. A body may be silent for as long as it likes. */
export async function undiciSend(
  headersTimeoutMs: number,
): Promise<{ readonly send: HttpSend; readonly close: () => Promise<void> }> {
  const { buildConnector, EnvHttpProxyAgent } = await import('undici');
  const sockets = connectingSockets(buildConnector({}));
  const { connect } = sockets;
  const agent = new EnvHttpProxyAgent({ headersTimeout: headersTimeoutMs, bodyTimeout: 0, connect });
  const send: HttpSend = async ({ method, url, headers, body = null, signal }) => {
    const exchange = new HttpExchange(signal);
    try {
      signal.throwIfAborted();
      const path = url.pathname + url.search;
      const sent = { origin: url.origin, path, method, headers: { ...OWN_HEADERS, ...headers }, body };
      agent.dispatch(sent, exchange);
      const { status, headers: received } = await exchange.head;
      const header = (name: string): string | undefined => oneOf(received, name);
      return {
        status,
        header,
        body: decoded(exchange.body, header('content-encoding')),
        discard: () => exchange.body.discard(),
      };
    } catch (thrown) {
      throw new HttpSendError({ code: codeOf(thrown), sent: exchange.isSent });
    }
  };
  const close = async (): Promise<void> => {
    sockets.destroy();
    await agent.destroy();
  };
  return { send, close };
}

function codeOf(thrown: unknown): string {
  const { code } = factsOf(thrown);
  return typeof code === 'string' ? code : 'HTTP_SEND';
}

function oneOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
