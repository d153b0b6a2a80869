import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { decoded } from './http-decoded.js';
import { HttpSendError } from './http-send-error.js';
import type { HttpResponse, HttpSend } from './http-send.js';
import { sentWatch } from './http-sent-watch.js';
import { untilAborted } from './until-aborted.js';
import { connectingSockets } from './connecting-sockets.js';
import { factsOf } from '../facts.js';

/** What is read of a body that nobody wants, so that its connection can be used again; then it is closed. */
const DISCARDED_BYTES = 64 * 1024;
const DISCARD_MS = 1_000;

const OWN_HEADERS = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'sallyport' };

/** Sends by undici: keep-alive pooling, and proxies from the environment. A body may be silent for as long as it likes. */
export async function undiciSend(
  headersTimeoutMs: number,
): Promise<{ readonly send: HttpSend; readonly close: () => Promise<void> }> {
  const { buildConnector, EnvHttpProxyAgent, request } = await import('undici');
  const sockets = connectingSockets(buildConnector({}));
  const { connect } = sockets;
  const agent = new EnvHttpProxyAgent({ headersTimeout: headersTimeoutMs, bodyTimeout: 0, connect });
  const send: HttpSend = async ({ method, url, headers, body = null, signal }) => {
    const watch = sentWatch();
    try {
      const dispatcher = agent.compose(watch.interceptor);
      const options = { method, headers: { ...OWN_HEADERS, ...headers }, body, signal, dispatcher };
      return responseOf(await untilAborted(signal, request(url, options)));
    } catch (thrown) {
      throw new HttpSendError({ code: codeOf(thrown), sent: watch.isSent });
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

function responseOf({ statusCode, headers, body }: Dispatcher.ResponseData): HttpResponse {
  body.on('error', () => undefined);
  return {
    status: statusCode,
    header: (name) => oneOf(headers, name),
    body: decoded(body, oneOf(headers, 'content-encoding')),
    discard: () => {
      const limits = { limit: DISCARDED_BYTES, signal: AbortSignal.timeout(DISCARD_MS) };
      void body.dump(limits).catch(() => undefined);
    },
  };
}

function oneOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
