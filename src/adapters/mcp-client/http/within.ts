import { untilAborted } from './until-aborted.js';

/** Waits for what may fail or hang, and goes on. What hangs is told by its signal. */
export async function within(ms: number, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error('It takes too long.')), ms);
  await untilAborted(abort.signal, work(abort.signal)).catch(() => undefined);
  clearTimeout(timer);
}
