/**
 * Has something done when this process ends, until the function that is returned is called. Makes room for the listener
 * beside those of the program, so that many servers are no warning about a leak.
 */
export function listenToExit(act: () => void): () => void {
  const resize = (by: number): void => {
    const limit = process.getMaxListeners();
    if (limit > 0) process.setMaxListeners(limit + by);
  };
  let isListening = true;
  resize(1);
  process.on('exit', act);
  return () => {
    if (!isListening) return;
    isListening = false;
    process.off('exit', act);
    resize(-1);
  };
}
