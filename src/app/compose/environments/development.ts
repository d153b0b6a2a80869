import { join } from 'node:path';
import { realClock } from '../../../adapters/clock/real.js';
import { consoleEvents } from '../../../adapters/events/console.js';
import { sqliteJournal } from '../../../adapters/journal/sqlite.js';
import { ajvSchemas } from '../../../adapters/schema/ajv.js';
import type { Config } from '../config.js';
import type { Factories } from '../tokens.js';

/** For work at a desk: a durable journal in the data folder, and the timeline on the console. */
export function development({ dataDir }: Required<Config>): Factories {
  return {
    journal: () => sqliteJournal({ path: join(dataDir, 'journal.db') }),
    clock: () => realClock(),
    schemas: () => ajvSchemas(),
    events: () => [consoleEvents({ stream: process.stderr })],
  };
}
