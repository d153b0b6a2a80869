import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { textOfThrown } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';
import {
  JournalClosedError,
  JournalConflictError,
  JournalUnusableError,
} from '../../ports/journal-errors.js';
import type { Journal, JournalEntry } from '../../ports/journal.js';
import { openSqlite, type SqliteDatabase, type SqliteDriverName } from './sqlite-driver.js';

/** What `sqliteJournal` takes. */
export interface SqliteJournalOptions {
  /** The database file; its folder is made when it is missing. */
  readonly path: string;
  /** Which SQLite library to use; by default the one that this machine has. */
  readonly driver?: SqliteDriverName;
}

const RULES = { path: option.required(option.text), driver: option.oneOf('node', 'libsql') };

const SCHEMA = `
  PRAGMA busy_timeout = 10000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS entries (
    run TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (run, seq)
  ) WITHOUT ROWID;
`;

/**
 * Recordings in one SQLite file, for one or several processes of a machine. What was acknowledged is on the disk
 * (write-ahead log, `synchronous=FULL`); the key (run, seq) is what refuses the second of two writers.
 *
 * @throws JournalUnusableError when the file cannot be opened, or is no SQLite database
 */
export function sqliteJournal(options: SqliteJournalOptions): Journal {
  const { path, driver } = checkOptions('sqliteJournal', options, RULES);
  const database = open(path, driver);
  const last = database.prepare('SELECT COALESCE(MAX(seq), 0) AS n FROM entries WHERE run = ?');
  const insert = database.prepare('INSERT INTO entries (run, seq, at, event) VALUES (?, ?, ?, ?)');
  const select = database.prepare('SELECT at, event FROM entries WHERE run = ? ORDER BY seq');
  let isOpen = true;
  const use = <T>(body: () => T): T => {
    if (!isOpen) throw new JournalClosedError('sqlite');
    return body();
  };
  return {
    id: 'sqlite',
    durable: true,
    append: (runId, after, entries) =>
      use(() => {
        const rows = entries.map(({ at, event }) => ({ at, event: JSON.stringify(event) }));
        inTransaction(database, () => {
          const { n: holds } = last.get(runId) as { readonly n: number };
          if (holds !== after) throw new JournalConflictError(runId, after, holds);
          rows.forEach((row, i) => insert.run(runId, after + 1 + i, row.at, row.event));
        });
      }),
    read: (runId) => use(() => Array.from(select.all(runId) as readonly EntryRow[], entryOf)),
    close: () => {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}

function open(path: string, driver: SqliteDriverName | undefined): SqliteDatabase {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const database = openSqlite(path, driver);
    database.exec(SCHEMA);
    return database;
  } catch (cause) {
    throw new JournalUnusableError(path, textOfThrown(cause), { cause });
  }
}

/** The write lock is taken first, so that what was counted still holds when the rows are written. */
function inTransaction(database: SqliteDatabase, body: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    body();
    database.exec('COMMIT');
  } catch (thrown) {
    database.exec('ROLLBACK');
    throw thrown;
  }
}

interface EntryRow {
  readonly at: number;
  readonly event: string;
}

function entryOf({ at, event }: EntryRow): JournalEntry {
  return { at, event: JSON.parse(event) as JournalEntry['event'] };
}
