import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { factsOf } from './facts.js';

/** What a child's standard input throws when nobody reads it any more. */
const PIPE_CODE = /^(EPIPE|ECONNRESET|ERR_STREAM_DESTROYED|ERR_STREAM_WRITE_AFTER_END)$/;

/**
 * Watches what a transport sends. What is returned gives the sending of the latest message: read at once after the
 * protocol's client was asked, it is that of the request.
 */
export function watchSending(transport: Transport): () => Promise<void> {
  const send = transport.send.bind(transport);
  let latest: Promise<void> = Promise.resolve();
  transport.send = (message, options) => (latest = send(message, options));
  return () => latest;
}

/** Whether a child that has ended never got the whole of a message. Settles with the sending. */
export async function wasCutOff(sending: Promise<void>): Promise<boolean> {
  try {
    await sending;
    return false;
  } catch (thrown) {
    return isPipeBroken(thrown) || isUnconnected(thrown);
  }
}

/** Whether a child does not read its standard input any more. */
export function isPipeBroken(thrown: unknown): boolean {
  const { code } = factsOf(thrown);
  return typeof code === 'string' && PIPE_CODE.test(code);
}

/** What the protocol's client, and the transport over standard streams, throw without sending anything. */
export function isUnconnected(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    (thrown.message === 'Not connected' || thrown.message === 'The connection is closed.')
  );
}
