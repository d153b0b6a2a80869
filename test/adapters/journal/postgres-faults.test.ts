import { inspect } from 'node:util';
import { expect, test } from '@jest/globals';
import { postgresJournal } from '../../../src/adapters/journal/postgres.js';
import { JournalUnusableError } from '../../../src/ports/journal-errors.js';
import type { Journal, JournalEntry } from '../../../src/ports/journal.js';
import { describeOnPostgres } from './postgres-database.js';
import { startProxy, type Line } from './postgres-proxy.js';

const entry = (name: string): JournalEntry => ({ at: 1, event: { type: 'run.cancelled', reason: name } });

/** What a use is refused with. */
async function refusal(use: () => unknown): Promise<JournalUnusableError> {
  try {
    await use();
  } catch (thrown) {
    if (thrown instanceof JournalUnusableError) return thrown;
    throw thrown;
  }
  throw new Error('it was not refused');
}

describeOnPostgres('faults of the postgres journal', ({ connectionString, freshTable, pool, run }) => {
  const held = async (table: string): Promise<readonly JournalEntry[]> => {
    const journal = postgresJournal({ connectionString, table });
    try {
      return await journal.read('run');
    } finally {
      await journal.close?.();
    }
  };
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(connectionString);
    url.password = 'canary-password';
    change(url);
    return url.href;
  };
  const truePassword = (url: URL): void => {
    url.password = new URL(connectionString).password;
  };

  const breaks: readonly (readonly [Line, number])[] = [
    ['breaks before', 1],
    ['breaks after', 2],
  ];
  test.each(breaks)(
    'a line that %s an append is stored: the outcome is said to be unknown',
    async (line, now) => {
      const table = freshTable();
      const proxy = await startProxy(connectionString);
      const journal = postgresJournal({ connectionString: proxy.connectionString, table });
      try {
        await journal.append('run', 0, [entry('a')]);
        proxy.line = line;
        const refused = await refusal(() => journal.append('run', 1, [entry('b')]));
        expect(refused.message).toContain('it is unknown whether the append was stored');
        expect(refused.message).toContain('Read the run again');
        proxy.line = 'whole';
        const stored = [entry('a'), entry('b')].slice(0, now);
        expect(await journal.read('run')).toEqual(stored);
        await journal.append('run', now, [entry('c')]);
        expect(await held(table)).toEqual([...stored, entry('c')]);
      } finally {
        await journal.close?.();
        await proxy.close();
      }
    },
  );

  test('an append whose session the server ends is of unknown outcome', async () => {
    const table = freshTable();
    const journal = postgresJournal({ pool: pool({ application_name: table }), table });
    await journal.append('run', 0, [entry('a')]);
    const blocker = await pool().connect();
    await blocker.query('BEGIN');
    await blocker.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    const refused = refusal(() => journal.append('run', 1, [entry('b')]));
    const ended = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE application_name = '${table}' AND wait_event_type = 'Lock'`;
    while ((await run(ended)).length === 0);
    await blocker.query('ROLLBACK');
    blocker.release();
    expect((await refused).message).toContain('it is unknown whether the append was stored');
    expect((await refused).message).toContain('57P01');
    expect(await journal.read('run')).toEqual([entry('a')]);
  });

  test('an append that the server refuses as it commits is refused, stores nothing and is not quoted', async () => {
    const table = freshTable();
    const journal = postgresJournal({ connectionString, table });
    await journal.append('run', 0, [entry('a')]);
    await run(`CREATE FUNCTION ${table}_refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE 'refused: %', NEW.event; END $$`);
    await run(`CREATE CONSTRAINT TRIGGER refuses AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION ${table}_refuses()`);
    const refused = await refusal(() => journal.append('run', 1, [entry('canary'), entry('canary')]));
    expect(refused.message).toContain('(P0001)');
    expect(refused.message).not.toContain('unknown');
    expect(inspect(refused, { depth: null, showHidden: true })).not.toContain('canary');
    expect(await journal.read('run')).toEqual([entry('a')]);
    await journal.close?.();
  });

  const wrong: readonly (readonly [string, string, (url: URL) => void])[] = [
    ['a wrong password', 'does not accept the user or the password (28P01)', () => undefined],
    [
      'a database that is not there',
      'there is no such database (3D000)',
      (url) => {
        truePassword(url);
        url.pathname = '/canary-database';
      },
    ],
    ['nobody who listens', 'nobody listens at the address (ECONNREFUSED)', (url) => (url.port = '1')],
  ];
  test.each(wrong)('%s is refused by name, and no secret is shown', async (_what, says, change) => {
    const bad = changed(change);
    const journal = postgresJournal({ connectionString: bad, table: freshTable() });
    for (const use of [() => journal.append('run', 0, [entry('a')]), () => journal.read('run')])
      expectNoSecret(await refusal(use), says, [bad, new URL(bad).password, 'canary']);
    await journal.close?.();
  });

  test.each([
    'user:canary@host/database',
    'postgres://user:can/ary@host:canary/x',
    'postgres://u:canary@[/x',
  ])('a connection string that is misread is not shown: %s', async (bad) => {
    const journal = postgresJournal({ connectionString: bad });
    expectNoSecret(await refusal(() => journal.read('run')), 'cannot be used', [bad, 'canary', 'ary@']);
    await journal.close?.();
  });

  test('a table that is not there is refused when it is not to be made, and one that comes is then used', async () => {
    const table = freshTable();
    const journal = postgresJournal({ connectionString, table, createTable: false });
    const append = (): unknown => journal.append('run', 0, [entry('a')]);
    expect((await refusal(append)).message).toContain(
      `${table} cannot be used: there is no such table (42P01)`,
    );
    await held(table);
    await append();
    await run(`DROP TABLE ${table}`);
    const gone = await refusal(() => journal.append('run', 1, [entry('b')]));
    expect(gone.message).toContain('there is no such table (42P01)');
    expect(gone.message).not.toContain('unknown');
    await journal.close?.();
  });

  test.each([
    ['the key', 'run text, seq bigint, at numeric, event text', 'no unique key on (run, seq) (42P10)'],
    ['a column', 'run text, seq bigint, at numeric, PRIMARY KEY (run, seq)', 'has other columns (42703)'],
  ])('a table without %s is refused before anything is stored in it', async (_what, columns, says) => {
    const table = freshTable();
    await run(`CREATE TABLE ${table} (${columns})`);
    const journal = postgresJournal({ connectionString, table });
    expect((await refusal(() => journal.append('run', 0, [entry('a')]))).message).toContain(says);
    await journal.close?.();
  });

  test('a connection with a transaction open is refused: what it stores would hang on that', async () => {
    const table = freshTable();
    const one = pool({ max: 1 });
    const journal: Journal = postgresJournal({ pool: one, table });
    await journal.append('run', 0, [entry('a')]);
    const client = await one.connect();
    await client.query('BEGIN');
    client.release();
    const refused = await refusal(() => journal.append('run', 1, [entry('b')]));
    expect(refused.message).toContain('a transaction is open');
    await journal.append('run', 1, [entry('b')]);
    expect(await held(table)).toEqual([entry('a'), entry('b')]);
  });

  test('an entry that is damaged is refused by its number, and not shown', async () => {
    const table = freshTable();
    const journal = postgresJournal({ connectionString, table });
    await journal.append('run', 0, [entry('a'), entry('b')]);
    await run(`UPDATE ${table} SET event = 'canary' || event WHERE seq = 2`);
    expectNoSecret(await refusal(() => journal.read('run')), 'entry 2 of run run is damaged', ['canary']);
    await journal.close?.();
  });
});

function expectNoSecret(refused: JournalUnusableError, says: string, secrets: readonly string[]): void {
  expect(refused.message).toContain(says);
  const shown = `${refused.message} ${refused.stack} ${inspect(refused, { depth: null, showHidden: true })}`;
  for (const secret of secrets) expect(shown).not.toContain(secret);
  expect(refused.cause).toBeUndefined();
}
