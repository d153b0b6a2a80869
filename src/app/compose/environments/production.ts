import { join } from 'node:path';
import { realClock } from '../../../adapters/clock/real.js';
import { jsonlEvents } from '../../../adapters/events/jsonl.js';
import { sqliteJournal } from '../../../adapters/journal/sqlite.js';
import { ajvSchemas } from '../../../adapters/schema/ajv.js';
import type { Config } from '../config.js';
import type { Factories } from '../tokens.js';

/** For service: a durable journal and an event file. The permission checker is the deployment's own to bind. */
export function production({ dataDir }: Required<Config>): Factories {
  return {
    journal: () => sqliteJournal({ path: join(dataDir, 'journal.db') }),
    clock: () => realClock(),
    schemas: () => ajvSchemas(),
    events: () => [jsonlEvents({ path: join(dataDir, 'events.jsonl') })],
  };
}
