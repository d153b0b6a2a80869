/** Exit code of a program that was ended by Ctrl-C. */
export const INTERRUPTED = 130;

/** Turns the first Ctrl-C (or SIGTERM) into an abort, so that everything is closed; a second one exits at once. */
export function onInterrupt(): { readonly signal: AbortSignal; stop(): void } {
  const abort = new AbortController();
  const interrupt = (): void => {
    if (abort.signal.aborted) process.exit(INTERRUPTED);
    abort.abort(new Error('Interrupted.'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: abort.signal,
    stop: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}
