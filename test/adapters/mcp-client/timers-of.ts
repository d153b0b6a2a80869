import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

/**
 * Runs the work, which may ask how many of the timers that came of it still hold the process. Those of the test runner,
 * which shares the process, are not counted.
 */
export async function timersOf(work: (held: () => Promise<number>) => Promise<void>): Promise<void> {
  const here = new AsyncLocalStorage<true>();
  const timers = new Map<number, NodeJS.Timeout>();
  const hook = createHook({
    init: (id, type, _, resource) => {
      if (type === 'Timeout' && here.getStore()) timers.set(id, resource as NodeJS.Timeout);
    },
    destroy: (id) => void timers.delete(id),
  });
  const held = async (): Promise<number> => {
    // What is destroyed is told of a turn of the event loop later.
    await setImmediate();
    await setImmediate();
    return [...timers.values()].filter((timer) => timer.hasRef()).length;
  };
  hook.enable();
  try {
    await here.run(true, () => work(held));
  } finally {
    hook.disable();
  }
}
