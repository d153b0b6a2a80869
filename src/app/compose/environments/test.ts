import type { Factories } from '../tokens.js';

/** For tests: nothing on disk, nothing printed, and time that moves when the test says so. */
export async function test(): Promise<Factories> {
  const [{ memoryJournal }, { virtualClock }, { ajvSchemas }] = await Promise.all([
    import('../../../adapters/journal/memory.js'),
    import('../../../adapters/clock/virtual.js'),
    import('../../../adapters/schema/ajv.js'),
  ]);
  return {
    journal: () => memoryJournal(),
    clock: () => virtualClock(),
    schemas: () => ajvSchemas(),
    events: () => [],
  };
}
