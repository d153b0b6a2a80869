import { InvalidOptionError, SallyportError } from '../../domain/errors.js';
import { connectProblem } from './connect-problem.js';
import { answerElicitation } from './answer-elicitation.js';
import { McpConnectError } from './errors.js';
import { NotSentError } from './not-sent-error.js';
import { openTransport } from './open-transport.js';
import { RpcCalls, type RpcOptions } from './rpc-calls.js';
import type { McpClientSettings } from './options.js';
import { isPipeBroken, isUnconnected, wasCutOff, watchSending } from './sending.js';

/** What a server sends when its tools are not what it listed. */
const LIST_CHANGED = 'notifications/tools/list_changed';

/** One initialised session with one server. What it answers with is whatever the server sent. */
export interface Session {
  /** Whether it can carry no request any more: its process has ended, or it was closed. */
  readonly hasEnded: boolean;
  /** Milliseconds since it was initialised. */
  ageMs(): number;
  /** @throws NotSentError for what a child never got; otherwise whatever the transport or the server makes of it */
  request(method: string, params: Record<string, unknown>, options: RpcOptions): Promise<unknown>;
  /** What is known of the server's process; empty where there is none. */
  account(): string;
  /** Ends it, and what is under way with it. */
  close(): Promise<void>;
  /** Lets what is under way end, and then closes it. */
  retire(): Promise<void>;
}

/**
 * Connects to the server and initialises.
 *
 * @param signal ends the connecting
 * @throws McpConnectError naming the server, with the end of its standard error where it has one; nothing of it is left
 */
export async function openSession(settings: McpClientSettings, signal: AbortSignal): Promise<Session> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { name, connectTimeoutMs, onListChanged, onElicitation } = settings;
  const capabilities = onElicitation === undefined ? {} : { elicitation: { form: { applyDefaults: true } } };
  const client = new Client({ name: 'sallyport', version: '0.1.0' }, { capabilities });
  await answerElicitation(client, settings);
  let hasEnded = false;
  client.onerror = () => undefined;
  client.onclose = () => (hasEnded = true);
  client.fallbackNotificationHandler = async ({ method }) => {
    if (method === LIST_CHANGED) onListChanged();
  };
  const opened = await openTransport(settings);
  const latestSending = watchSending(opened.transport);
  let give: (up: 'late' | 'stopped') => void = () => undefined;
  const given = new Promise<'late' | 'stopped'>((resolve) => (give = resolve));
  const stop = (): void => give('stopped');
  const timer = setTimeout(() => give('late'), connectTimeoutMs);
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) throw new Error('stopped');
    const initialised = client.connect(opened.transport, { timeout: connectTimeoutMs });
    const first = await Promise.race([initialised, given, opened.babble]);
    if (first !== undefined) throw new Error(first);
  } catch (thrown) {
    const problem = connectProblem(thrown, opened, connectTimeoutMs);
    await opened.abandon();
    if (isOurs(thrown)) throw thrown;
    throw new McpConnectError(name, problem);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
  const calls = new RpcCalls(opened.transport);
  const began = performance.now();
  const isChild = settings.transport.transport === 'stdio';
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    hasEnded = true;
    return (closing ??= opened.close());
  };
  return {
    get hasEnded() {
      return hasEnded;
    },
    ageMs: () => performance.now() - began,
    account: opened.account,
    request: async (method, params, options) => {
      const answered = calls.request(method, params, options);
      const sending = latestSending();
      underWay.add(answered);
      try {
        return await answered;
      } catch (thrown) {
        if (isUnconnected(thrown)) throw new NotSentError(true);
        if (!isChild) throw thrown;
        const wasCut = hasEnded ? await wasCutOff(sending) : isPipeBroken(thrown);
        throw wasCut ? new NotSentError(true) : thrown;
      } finally {
        underWay.delete(answered);
      }
    },
    close,
    retire: async () => {
      await Promise.allSettled(underWay);
      await close();
    },
  };
}

/** What the client's own layers throw names its fault better than the session could: a credential, a throttle. */
function isOurs(thrown: unknown): boolean {
  return SallyportError.is(thrown) && !(thrown instanceof InvalidOptionError);
}
