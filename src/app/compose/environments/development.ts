import { join } from 'node:path';
import type { Config } from '../config.js';
import type { Factories } from '../tokens.js';

/** For work at a desk: a durable journal in the data folder, and the timeline on the console. */
export async function development({ dataDir }: Required<Config>): Promise<Factories> {
  const [{ sqliteJournal }, { realClock }, { ajvSchemas }, { consoleEvents }] = await Promise.all([
    import('../../../adapters/journal/sqlite.js'),
    import('../../../adapters/clock/real.js'),
    import('../../../adapters/schema/ajv.js'),
    import('../../../adapters/events/console.js'),
  ]);
  return {
    journal: () => sqliteJournal({ path: join(dataDir, 'journal.db') }),
    clock: () => realClock(),
    schemas: () => ajvSchemas(),
    events: () => [consoleEvents({ stream: process.stderr })],
  };
}
