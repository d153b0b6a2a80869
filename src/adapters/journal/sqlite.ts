import { resolve } from 'node:path';
import { SallyportError, textOfThrown } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';
import {
  JournalClosedError,
  JournalConflictError,
  JournalUnusableError,
} from '../../ports/journal-errors.js';
import type { Journal, JournalEntry } from '../../ports/journal.js';
import type { SqliteDriverName } from './sqlite-driver.js';
import { inTransaction, openStore, type SqliteStore } from './sqlite-store.js';

/** What `sqliteJournal` takes. */
export interface SqliteJournalOptions {
  /** The database file; its folder is made when it is missing. */
  readonly path: string;
  /** Which SQLite library to use; by default the one that this machine has. */
  readonly driver?: SqliteDriverName;
}

const RULES = { path: option.required(option.text), driver: option.oneOf('node', 'libsql') };

/**
 * Recordings in one SQLite file, for one or several processes of a machine. What was acknowledged is on the disk
 * (write-ahead log, `synchronous=FULL`); the key (run, seq) is what refuses the second of two writers. The path is always
 * a file: `:memory:` and URLs have no meaning of their own.
 *
 * @throws JournalUnusableError when the file cannot be opened, or is no SQLite database
 */
export function sqliteJournal(options: SqliteJournalOptions): Journal {
  const { path: given, driver } = checkOptions('sqliteJournal', options, RULES);
  const path = resolve(given);
  /** Let go of on close: libsql keeps its files open for as long as a statement can be reached. */
  let held: SqliteStore | undefined = onDisk(path, () => openStore(path, driver));
  const store = (): SqliteStore => {
    if (held === undefined) throw new JournalClosedError('sqlite');
    return held;
  };
  return {
    id: 'sqlite',
    durable: true,
    append(runId, after, entries) {
      const { database, last, insert } = store();
      const run = keyOf(runId);
      const rows = entries.map(({ at, event }) => ({ at, event: JSON.stringify(event) }));
      onDisk(path, () =>
        inTransaction(database, () => {
          const { n: holds } = last.get(run) as { readonly n: number };
          if (holds !== after) throw new JournalConflictError(runId, after, holds);
          rows.forEach((row, i) => insert.run(run, after + 1 + i, row.at, row.event));
        }),
      );
    },
    read(runId) {
      const rows = onDisk(path, () => store().select.all(keyOf(runId)) as readonly EntryRow[]);
      return Array.from(rows, (row, i) => entryOf(row, `entry ${i + 1} of run ${runId}`, path));
    },
    close() {
      const { database } = held ?? {};
      held = undefined;
      database?.close();
    },
  };
}

interface EntryRow {
  readonly at: number;
  readonly event: string;
}

/** What the parser would say of damaged text quotes it, so it is not passed on. */
function entryOf({ at, event }: EntryRow, which: string, path: string): JournalEntry {
  try {
    return { at, event: JSON.parse(event) as JournalEntry['event'] };
  } catch {
    throw new JournalUnusableError(path, `${which} is damaged: it is not JSON`);
  }
}

/** The run id as SQLite can hold it, which has no lone surrogates; an ordinary id stays as it is. */
function keyOf(runId: string): string {
  return JSON.stringify(runId).slice(1, -1);
}

function onDisk<T>(path: string, body: () => T): T {
  try {
    return body();
  } catch (cause) {
    if (SallyportError.is(cause)) throw cause;
    throw new JournalUnusableError(path, textOfThrown(cause), { cause });
  }
}
