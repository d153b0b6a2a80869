import { join } from 'node:path';
import type { Config } from '../config.js';
import type { Factories } from '../tokens.js';

/** For service: a durable journal and an event file. The permission checker is the deployment's own to bind. */
export async function production({ dataDir }: Required<Config>): Promise<Factories> {
  const [{ sqliteJournal }, { realClock }, { ajvSchemas }, { jsonlEvents }] = await Promise.all([
    import('../../../adapters/journal/sqlite.js'),
    import('../../../adapters/clock/real.js'),
    import('../../../adapters/schema/ajv.js'),
    import('../../../adapters/events/jsonl.js'),
  ]);
  return {
    journal: () => sqliteJournal({ path: join(dataDir, 'journal.db') }),
    clock: () => realClock(),
    schemas: () => ajvSchemas(),
    events: () => [jsonlEvents({ path: join(dataDir, 'events.jsonl') })],
  };
}
