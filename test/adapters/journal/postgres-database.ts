import { afterAll, beforeAll, describe } from '@jest/globals';
import pg from 'pg';

/** A schema of its own in the server that the tests were given. */
export interface Database {
  readonly connectionString: string;
  /** The name of a table that is not there yet, as `schema.table`. */
  freshTable(): string;
  /** A pool that is ended after the tests. */
  pool(config?: pg.PoolConfig): pg.Pool;
  /** Runs SQL beside the journal. */
  run(sql: string): Promise<readonly unknown[]>;
}

const GIVEN = 'SALLYPORT_POSTGRES';

/**
 * Tests that need a PostgreSQL server: the connection string in the environment names one that asks for a password and
 * whose user may do everything. Without it they are skipped, and that is said.
 */
export function describeOnPostgres(name: string, body: (database: Database) => void): void {
  const connectionString = process.env[GIVEN];
  if (connectionString === undefined) {
    console.info(`"${name}" is skipped: ${GIVEN} names no server. Set it to a connection string to run it.`);
    describe.skip(name, () => body(databaseAt('postgres://nowhere', 'none')));
    return;
  }
  describe(name, () => {
    const schema = `sallyport_test_${process.pid}_${name.replaceAll(/\W+/g, '_')}`.slice(0, 60);
    const database = databaseAt(connectionString, schema);
    beforeAll(async () => {
      await database.run(`CREATE SCHEMA ${schema}`);
    });
    body(database);
  });
}

function databaseAt(connectionString: string, schema: string): Database {
  const pools: pg.Pool[] = [];
  let tables = 0;
  const pool = (config?: pg.PoolConfig): pg.Pool => {
    const made = new pg.Pool({ connectionString, ...config });
    made.on('error', () => undefined);
    pools.push(made);
    return made;
  };
  let admin: pg.Pool | undefined;
  const run = async (sql: string): Promise<readonly unknown[]> => {
    admin ??= pool();
    return (await admin.query<object>(sql)).rows;
  };
  afterAll(async () => {
    await run(`DROP SCHEMA ${schema} CASCADE`);
    await Promise.all(pools.map((one) => one.end()));
  });
  return { connectionString, freshTable: () => `${schema}.entries_${++tables}`, pool, run };
}
