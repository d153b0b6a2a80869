import { virtualClock } from '../../../adapters/clock/virtual.js';
import { memoryJournal } from '../../../adapters/journal/memory.js';
import { ajvSchemas } from '../../../adapters/schema/ajv.js';
import type { Factories } from '../tokens.js';

/** For tests: nothing on disk, nothing printed, and time that moves when the test says so. */
export function test(): Factories {
  return {
    journal: () => memoryJournal(),
    clock: () => virtualClock(),
    schemas: () => ajvSchemas(),
    events: () => [],
  };
}
