import { NotSentError } from './not-sent-error.js';
import type { McpClientSettings } from './options.js';
import type { RpcOptions } from './rpc-calls.js';
import { SessionHolder } from './session-holder.js';
import { SessionLostError } from './http/session-lost-error.js';
import { openSession, type Session } from './session.js';

/**
 * A connection to one server, over one session after another. What it answers with is whatever the server sent.
 *
 * A request that did not run, for its session was lost or its process was gone, is sent once more in a new session. A
 * listing is sent once more, too, when the process ended during it; a call is not, for it may have run.
 */
export interface McpConnection {
  /** Whether closing has begun. */
  readonly isClosed: boolean;
  listPage(cursor: string | undefined, options: RpcOptions): Promise<unknown>;
  callTool(tool: string, args: unknown, options: RpcOptions): Promise<unknown>;
  /** What is known of the server's process; empty where there is none. */
  account(): string;
  close(): Promise<void>;
}

/**
 * @param signal ends the connecting; of no use after that
 * @throws McpConnectError naming the server, with the end of its standard error where it has one
 */
export async function connectMcp(settings: McpClientSettings, signal: AbortSignal): Promise<McpConnection> {
  const first = await openSession(settings, signal);
  const holder = new SessionHolder(settings, first);

  const request = async (
    method: 'tools/list' | 'tools/call',
    params: Record<string, unknown>,
    options: RpcOptions,
  ): Promise<unknown> => {
    const { signal } = options;
    const ask = (session: Session): Promise<unknown> => {
      if (signal?.aborted) throw new NotSentError(false);
      return session.request(method, params, options);
    };
    const session = await holder.usable(signal);
    try {
      return await ask(session);
    } catch (thrown) {
      const didNotRun =
        thrown instanceof SessionLostError || (thrown instanceof NotSentError && thrown.isSessionDead);
      const mayGoAgain = didNotRun || (method === 'tools/list' && session.hasEnded);
      if (!mayGoAgain) throw thrown;
      return ask(await holder.replace(session, signal));
    }
  };

  return {
    get isClosed() {
      return holder.isClosed;
    },
    account: () => holder.account(),
    listPage: (cursor, options) => request('tools/list', cursor === undefined ? {} : { cursor }, options),
    callTool: async (tool, args, options) => {
      const result = await request('tools/call', { name: tool, arguments: args }, options);
      holder.answered();
      return result;
    },
    close: () => holder.close(),
  };
}
