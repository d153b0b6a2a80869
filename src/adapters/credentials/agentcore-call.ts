import { SallyportError } from '../../domain/errors.js';
import { agentCoreFault, isResourceNotFound } from './agentcore-fault.js';
import { CredentialInvalidError, CredentialUnavailableError } from './credential-errors.js';
import { orAborted } from './or-aborted.js';

/** What was named does not exist; `fault` is the error when that was not the service. */
export class NotFound extends Error {
  readonly fault: CredentialUnavailableError;

  constructor(fault: CredentialUnavailableError) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Calls one operation. */
export type AgentCoreCall = <T>(
  operation: string,
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** One operation under a time limit and the caller's abort, with every error made anew. */
export function agentCoreCall(timeoutMs: number): AgentCoreCall {
  return async (operation, signal, send) => {
    const stop = new AbortController();
    const late = new CredentialUnavailableError(
      `AgentCore ${operation} did not end within ${timeoutMs} ms.`,
      true,
    );
    const timer = setTimeout(() => stop.abort(late), timeoutMs);
    const onAbort = (): void => stop.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await orAborted(stop.signal, send(stop.signal));
    } catch (thrown) {
      signal?.throwIfAborted();
      if (SallyportError.is(thrown)) throw thrown;
      const fault = agentCoreFault(operation, thrown);
      throw isResourceNotFound(thrown) ? new NotFound(fault) : fault;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  };
}

/** @throws CredentialInvalidError when the answer lacks the field */
export function secretIn(field: string, value: string | undefined): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new CredentialInvalidError(`AgentCore answered without ${field}.`);
}
