import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/**
 * Hands a message on to whatever listens to the transport. Never throws: a listener that cannot handle what a server made
 * up (the protocol's client prints what it does not know, at any depth) would end the process from within the reading.
 */
export function deliver(transport: Transport, message: JSONRPCMessage): void {
  try {
    transport.onmessage?.(message);
  } catch (thrown) {
    transport.onerror?.(thrown instanceof Error ? thrown : new Error('A message could not be handled.'));
  }
}
