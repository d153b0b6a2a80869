import { InvalidOptionError, SallyportError } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';
import { JournalClosedError } from '../../ports/journal-errors.js';
import type { Journal } from '../../ports/journal.js';
import type { PostgresClient, PostgresPool } from './postgres-driver.js';
import { unusable } from './postgres-fault.js';
import { callersPool, ownPool, type PoolHolder } from './postgres-pool.js';
import { appendTo, readFrom, rowsOf } from './postgres-run.js';
import { postgresTable, prepareTable, tableName } from './postgres-table.js';

/** What `postgresJournal` takes: a connection string or a pool, and not both. */
export interface PostgresJournalOptions {
  /** For the journal's own pool of at most ten connections, as `pg` reads it. */
  readonly connectionString?: string;
  /**
   * A `Pool` of `pg`, which stays the caller's: it is not ended, and its `error` events are the caller's to hear. Its
   * connections come with no transaction open.
   */
  readonly pool?: PostgresPool;
  /** The table, or `schema.table`; by default `sallyport_entries`. */
  readonly table?: string;
  /** Whether a missing table is made on first use; by default it is. */
  readonly createTable?: boolean;
}

const RULES = {
  connectionString: option.text,
  pool: option.having('a Pool of pg', 'connect'),
  table: tableName,
  createTable: option.flag,
};

/**
 * Recordings in a table of a PostgreSQL database, for processes on any number of machines. What was acknowledged is
 * committed and on the server's disk; the key (run, seq) is what refuses the second of two writers. It stands on the
 * package `pg`, which is loaded, and connects, on first use.
 *
 * An append whose answer is lost fails with `JournalUnusableError` that says so: it may or may not be stored, so the run
 * has to be read again.
 */
export function postgresJournal(options: PostgresJournalOptions): Journal {
  const given = checkOptions('postgresJournal', options, RULES);
  const { table: name = 'sallyport_entries', createTable = true } = given;
  const table = postgresTable(name);
  const pool = poolOf(given);
  const underWay = new Set<Promise<unknown>>();
  let prepared: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  /** With a connection on which the table is known to be there. The first use makes sure of it; one that failed is repeated. */
  const withTable = async <T>(body: (client: PostgresClient) => Promise<T>): Promise<T> => {
    prepared ??= pool
      .use((client) => prepareTable(client, name, createTable))
      .catch((thrown: unknown) => {
        prepared = undefined;
        throw thrown;
      });
    await prepared;
    return pool.use(body);
  };

  const whileOpen = async <T>(body: (client: PostgresClient) => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw new JournalClosedError('postgres');
    const use = withTable(body);
    underWay.add(use);
    try {
      return await use;
    } catch (thrown) {
      throw SallyportError.is(thrown) ? thrown : unusable(table.name, thrown);
    } finally {
      underWay.delete(use);
    }
  };

  return {
    id: 'postgres',
    durable: true,
    async append(runId, after, entries) {
      const rows = rowsOf(entries);
      await whileOpen((client) => appendTo(client, table, runId, after, rows));
    },
    read: (runId) => whileOpen((client) => readFrom(client, table, runId)),
    close() {
      closing ??= Promise.allSettled(underWay).then(() => pool.end());
      return closing;
    },
  };
}

function poolOf({ connectionString, pool }: PostgresJournalOptions): PoolHolder {
  if (connectionString !== undefined && pool === undefined) return ownPool(connectionString);
  if (pool !== undefined && connectionString === undefined) return callersPool(pool);
  throw new InvalidOptionError('postgresJournal takes either "connectionString" or "pool".');
}
