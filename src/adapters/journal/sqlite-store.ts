import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  openSqlite,
  type SqliteDatabase,
  type SqliteDriverName,
  type SqliteStatement,
} from './sqlite-driver.js';

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

/** An open journal file with its prepared statements. */
export interface SqliteStore {
  readonly database: SqliteDatabase;
  /** The number of a run's last entry, 0 for none: `{ n }`. */
  readonly last: SqliteStatement;
  readonly insert: SqliteStatement;
  /** A run's entries in order: `{ at, event }`, the event as JSON text. */
  readonly select: SqliteStatement;
}

/**
 * Opens the file, making its folder and its table where they are missing. A path that cannot be used is found out before
 * SQLite is asked, whose errors name neither the path nor the reason.
 */
export function openStore(path: string, driver: SqliteDriverName | undefined): SqliteStore {
  checkPlace(path);
  const database = openSqlite(path, driver);
  try {
    database.exec(SCHEMA);
    return {
      database,
      last: database.prepare('SELECT COALESCE(MAX(seq), 0) AS n FROM entries WHERE run = ?'),
      insert: database.prepare('INSERT INTO entries (run, seq, at, event) VALUES (?, ?, ?, ?)'),
      select: database.prepare('SELECT at, event FROM entries WHERE run = ? ORDER BY seq'),
    };
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function checkPlace(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) accessSync(dirname(path), constants.W_OK);
  else if (found.isFile()) accessSync(path, constants.R_OK | constants.W_OK);
  else throw new Error('it is no file');
}

/** Runs the body as one transaction. The write lock is taken first, so that what the body reads holds until it has written. */
export function inTransaction(database: SqliteDatabase, body: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    body();
    database.exec('COMMIT');
  } catch (thrown) {
    rollBack(database);
    throw thrown;
  }
}

/** A disk error has ended the transaction by itself; what is then said of the rollback would hide the error. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    return;
  }
}
