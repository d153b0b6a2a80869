import { createRequire } from 'node:module';

/** A prepared statement, as both drivers have it. */
export interface SqliteStatement {
  run(...values: readonly (string | number)[]): unknown;
  all(...values: readonly (string | number)[]): unknown[];
  get(...values: readonly (string | number)[]): unknown;
}

/** The part of a synchronous SQLite library that the journal uses. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** Which library is used: `node` is the one inside Node, from 22.13 on; `libsql` is a package with its own binary. */
export type SqliteDriverName = 'node' | 'libsql';

const require = createRequire(import.meta.url);

type DatabaseClass = new (path: string) => SqliteDatabase;

const OPENERS: { readonly [name in SqliteDriverName]: (path: string) => SqliteDatabase } = {
  node: (path) => new (require('node:sqlite') as { DatabaseSync: DatabaseClass }).DatabaseSync(path),
  libsql: (path) => new (require('libsql') as DatabaseClass)(path),
};

/**
 * Opens a database with the library named, or with the first that this machine can load: `libsql`, which is the same on
 * every Node, then `node:sqlite`, which needs no binary.
 *
 * @throws Error when there is no library, and whatever the library throws
 */
export function openSqlite(path: string, driver: SqliteDriverName | undefined): SqliteDatabase {
  if (driver !== undefined) return OPENERS[driver](path);
  if (canLoad('libsql')) return OPENERS.libsql(path);
  if (canLoad('node:sqlite')) return OPENERS.node(path);
  throw new Error(
    'no SQLite library can be loaded: install libsql for this platform, or use Node from 22.13 on',
  );
}

function canLoad(name: string): boolean {
  try {
    require(name);
    return true;
  } catch {
    return false;
  }
}
