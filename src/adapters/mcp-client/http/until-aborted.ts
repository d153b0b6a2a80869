/** Waits for what may not heed a signal; rejects with the signal's reason as soon as there is one. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let giveUp: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
