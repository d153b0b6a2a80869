import { Agent, request } from 'undici';
import { SallyportError } from '../../domain/errors.js';
import { checkOutboundUrl, type UrlPolicy } from '../../domain/url-guard.js';
import { CredentialUnavailableError } from './credential-errors.js';
import { guardedLookup, type ResolveName } from './guarded-lookup.js';
import { orAborted } from './or-aborted.js';

/** One request. `what` names the far side in errors, for example `Vault`. */
export interface HttpRequest {
  readonly what: string;
  readonly method: 'GET' | 'POST';
  readonly url: string | URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

/** What came back: any status but a redirect, with the whole body. */
export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export type Send = (request: HttpRequest) => Promise<HttpAnswer>;

/** What bounds every request of one provider. */
export interface HttpLimits {
  /** For the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  readonly policy: UrlPolicy;
  readonly resolve?: ResolveName | undefined;
}

/** Credentials are small: an answer beyond this many bytes is refused. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * Requests that are safe to put a secret in: the URL and the resolved address are judged, a redirect is an error and is
 * never followed, time and size are bounded. What it throws is made anew, without the request, the URL, the body or a
 * cause.
 */
export function httpExchange({ timeoutMs, policy, resolve }: HttpLimits): Send {
  const agent = new Agent({
    connect: { lookup: guardedLookup(policy, resolve), timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 32 * 1024,
  });
  return async (asked) => {
    asked.signal?.throwIfAborted();
    const url = checkOutboundUrl(asked.url, `The URL of ${asked.what}`, policy);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort('timeout'), timeoutMs);
    const onAbort = (): void => stop.abort('caller');
    asked.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await orAborted(asked.signal, exchange(agent, url, asked, stop.signal));
    } catch (thrown) {
      asked.signal?.throwIfAborted();
      if (SallyportError.is(thrown)) throw thrown;
      throw new CredentialUnavailableError(`${asked.what} ${faultOf(thrown, stop.signal, timeoutMs)}.`, true);
    } finally {
      clearTimeout(timer);
      asked.signal?.removeEventListener('abort', onAbort);
    }
  };
}

async function exchange(
  agent: Agent,
  url: URL,
  asked: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent,
    method: asked.method,
    headers: { accept: 'application/json', ...asked.headers },
    body: asked.body ?? null,
    signal,
  });
  body.on('error', () => undefined);
  if (statusCode >= 300 && statusCode < 400) {
    body.destroy();
    throw new CredentialUnavailableError(
      `${asked.what} answered with a redirect (status ${statusCode}), which is not followed with a secret in hand. ` +
        'Configure the address it leads to.',
      false,
    );
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) {
      body.destroy();
      throw new CredentialUnavailableError(
        `${asked.what} answered with over ${MAX_BODY_BYTES} bytes.`,
        false,
      );
    }
    chunks.push(chunk as Buffer);
  }
  const type = headers['content-type'];
  return {
    status: statusCode,
    contentType: typeof type === 'string' ? type : '',
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** The fault in words, with the platform's error code where it has the shape of one. */
function faultOf(thrown: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `did not answer within ${timeoutMs} ms`;
  const code = (thrown as { code?: unknown } | undefined)?.code;
  const known = typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code);
  return `could not be reached${known ? ` (${code})` : ''}`;
}
