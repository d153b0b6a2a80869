import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { shapeOf } from '../../../domain/json.js';
import { isObject } from './content-block.js';
import { badShape, unusable } from './unusable-answer.js';

/** An answer as a server wrote it. */
export interface GivenAnswer {
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * An answer in the strict form that the protocol's client takes: a member that says nothing (`"error": null` beside a
 * result) is left out. What is neither a result nor an error becomes an error by its shape, for the client would let it
 * pass and wait on.
 */
export function usableAnswer({ id, result, error }: GivenAnswer): JSONRPCMessage {
  if (error !== undefined && error !== null) return errorAnswer(id, error);
  if (isObject(result)) return { jsonrpc: '2.0', id, result };
  return unusable(id, badShape(result === undefined ? 'neither a result nor an error' : shapeOf(result)));
}

function errorAnswer(id: RequestId, error: unknown): JSONRPCMessage {
  if (!isObject(error)) return unusable(id, badShape(`an error that is ${shapeOf(error)}`));
  const { code, message, data } = error;
  if (!Number.isSafeInteger(code) || typeof message !== 'string') {
    return unusable(id, badShape('an error without a whole number as its code and a text as its message'));
  }
  return { jsonrpc: '2.0', id, error: { code: code as number, message, data } };
}
