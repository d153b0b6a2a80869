/** The value once it is there, or the signal's reason as soon as it is aborted. Leaves no listener behind. */
export async function settled<T>(value: T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    ended.signal.addEventListener('abort', () => signal.removeEventListener('abort', onAbort), {
      once: true,
    });
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    ended.abort();
  }
}
