import type { OptionRule } from '../../domain/options.js';
import type { PostgresClient } from './postgres-driver.js';

/** The statements on one table, with the table's name in them. */
export interface PostgresTable {
  readonly name: string;
  /**
   * Takes the run, the count it must hold, the times and the events; stores the entries exactly when it holds that many,
   * and answers how many it held: `{ holds }`. One statement is one transaction, and the answer comes after its commit,
   * which waits for the disk also where the server is set not to. Of two that saw the same count the key refuses the second.
   */
  readonly append: string;
  /** How many entries a run holds: `{ holds }`. */
  readonly count: string;
  /** A run's entries in order: `{ at, event }`, the event as JSON text. */
  readonly select: string;
}

const IDENTIFIER = '[A-Za-z_][A-Za-z0-9_]{0,62}';
const NAME = new RegExp(`^(${IDENTIFIER}[.])?${IDENTIFIER}$`);

/** A table, with or without its schema. It is quoted, so its case counts. */
export const tableName: OptionRule = {
  expected: 'a table or schema.table, each of letters, digits and _ and at most 63 characters',
  test: (value) => typeof value === 'string' && NAME.test(value),
  required: false,
};

/** Numbers go back and forth as text: neither the session's precision nor the driver's parsers then change them. */
export function postgresTable(name: string): PostgresTable {
  const table = quoted(name);
  return {
    name,
    append: `
      WITH held AS (
        SELECT COALESCE(MAX(seq), 0) AS n,
          CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', true) END
        FROM ${table} WHERE run = $1
      ), stored AS (
        INSERT INTO ${table} (run, seq, at, event)
        SELECT $1, held.n + entry.i, entry.at, entry.event
        FROM held, unnest($3::numeric[], $4::text[]) WITH ORDINALITY AS entry (at, event, i)
        WHERE held.n = $2::bigint
      )
      SELECT n::text AS holds FROM held`,
    count: `SELECT COALESCE(MAX(seq), 0)::text AS holds FROM ${table} WHERE run = $1`,
    select: `SELECT at::text AS at, event FROM ${table} WHERE run = $1 ORDER BY seq`,
  };
}

/**
 * Makes sure that the table is there and is one that keeps the journal's laws: with its columns, and with the key that
 * refuses the second of two writers. With `create` a missing table is made.
 */
export async function prepareTable(client: PostgresClient, name: string, create: boolean): Promise<void> {
  const table = quoted(name);
  if (create) {
    const { rows } = await client.query('SELECT to_regclass($1)::text AS found', [table]);
    if ((rows[0] as { readonly found: string | null }).found === null) await createTable(client, table);
  }
  // Stores nothing. The server refuses it where a column, the right to write or a unique key on (run, seq) is missing.
  await client.query(
    `INSERT INTO ${table} (run, seq, at, event) SELECT '', 0, 0, '' WHERE false ON CONFLICT (run, seq) DO NOTHING`,
    [],
  );
}

/** Two processes may both find no table. The server then refuses the second by one of these, once the first has it made. */
const MADE_BY_ANOTHER: readonly unknown[] = ['23505', '42P07'];

async function createTable(client: PostgresClient, table: string): Promise<void> {
  try {
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${table} (
        run text COLLATE "C" NOT NULL,
        seq bigint NOT NULL,
        at numeric NOT NULL,
        event text NOT NULL,
        PRIMARY KEY (run, seq)
      )`,
      [],
    );
  } catch (thrown) {
    if (!MADE_BY_ANOTHER.includes((thrown as { code?: unknown } | undefined)?.code)) throw thrown;
  }
}

function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}
