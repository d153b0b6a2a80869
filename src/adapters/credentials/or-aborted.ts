/**
 * What the work gives, or the signal's reason as soon as it aborts. Work that goes on after that is left to itself, and
 * its failure is heard by nobody. No listener stays behind.
 */
export async function orAborted<T>(signal: AbortSignal | undefined, work: PromiseLike<T>): Promise<T> {
  if (signal === undefined) return work;
  const { promise: aborted, reject } = deferred();
  const onAbort = (): void => reject(signal.reason);
  const running = Promise.resolve(work);
  running.catch(() => undefined);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([aborted, running]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function deferred(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_resolve, refuse) => {
    reject = refuse;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}
