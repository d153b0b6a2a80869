import { SallyportError, classOfThrown } from '../../../domain/errors.js';
import { McpConnectError } from '../errors.js';

/** Why a try failed, in words that may be shown: what is no error of ours is told by its class alone. */
export function connectFailure(server: string, thrown: unknown): SallyportError {
  return SallyportError.is(thrown)
    ? thrown
    : new McpConnectError(server, `it failed with a ${classOfThrown(thrown)}`);
}
