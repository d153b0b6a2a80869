import { describe, expect, test } from '@jest/globals';
import { openPool } from '../../../src/adapters/journal/postgres-driver.js';
import { postgresJournal } from '../../../src/adapters/journal/postgres.js';
import { journalContract } from '../../../src/ports/contracts/journal.js';
import type { Journal, JournalEntry } from '../../../src/ports/journal.js';
import { Program } from '../program.js';
import { describeOnPostgres } from './postgres-database.js';

const entry = (name: string): JournalEntry => ({ at: 1.5, event: { type: 'run.cancelled', reason: name } });

describeOnPostgres('postgres journal', ({ connectionString, freshTable, pool, run }) => {
  const tables = new Map<Journal, string>();
  const open = (table: string): Journal => {
    const journal = postgresJournal({ connectionString, table });
    tables.set(journal, table);
    return journal;
  };
  journalContract(
    { describe, test },
    { open: () => open(freshTable()), reopen: (journal) => open(tables.get(journal) ?? '') },
  );

  test('of processes that make one new table and append at once exactly one wins each round', async () => {
    const table = freshTable();
    const rounds = 100;
    const writers = ['a', 'b', 'c'].map((name) =>
      Program.start('journal/postgres-append.mjs', table, name, String(rounds)),
    );
    try {
      await Promise.all(writers.map((writer) => writer.until('ready')));
      for (const writer of writers) writer.tell('go');
      const said = await Promise.all(writers.map((writer) => writer.until('done')));
      for (let round = 0; round < rounds; round++) {
        const lost = `${round} ERR_JOURNAL_CONFLICT`;
        expect(said.map((lines) => lines[round]).sort()).toEqual([lost, lost, `${round} won`].sort());
      }
    } finally {
      await Promise.all(writers.map((writer) => writer.kill()));
    }
    const journal = open(table);
    const read = await journal.read('run');
    expect(read.map(({ at }) => at)).toEqual(Array.from({ length: rounds * 2 }, (_, i) => i));
    for (let i = 0; i < read.length; i += 2) expect(read[i]?.event).toEqual(read[i + 1]?.event);
    await journal.close?.();
  });

  test('a kill -9 of a writer in mid-way leaves what it had acknowledged, and no half of an append', async () => {
    const table = freshTable();
    const writer = Program.start('journal/postgres-append.mjs', table, 'only', '1000000');
    await writer.until('ready');
    writer.tell('go');
    await writer.until('20 won');
    await writer.kill();
    expect(writer.child.signalCode).toBe('SIGKILL');
    const journal = open(table);
    const read = await journal.read('run');
    expect(read.length).toBeGreaterThanOrEqual(42);
    expect(read.length % 2).toBe(0);
    const event = { type: 'run.cancelled', reason: 'only' };
    expect(read).toEqual(read.map((_, at) => ({ at, event })));
    await journal.close?.();
  });

  test('a pool that was given is used, given back whole and not ended', async () => {
    const given = pool();
    let connections = 0;
    given.on('connect', () => connections++);
    const journal = postgresJournal({ pool: given, table: freshTable() });
    await journal.append('run', 0, [entry('a')]);
    await expect(async () => journal.append('run', 0, [entry('b')])).rejects.toThrow(
      'holds 1 entries and not 0',
    );
    expect(await journal.read('run')).toEqual([entry('a')]);
    await journal.close?.();
    await journal.close?.();
    expect(given.ended).toBe(false);
    expect(connections).toBe(1);
    expect(given.idleCount).toBe(given.totalCount);
    expect((await given.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    const client = await given.connect();
    expect(client.listenerCount('error')).toBe(0);
    client.release();
  });

  test('close waits for what is under way, and what was asked before it is stored', async () => {
    const table = freshTable();
    const journal = open(table);
    const appends = Array.from({ length: 30 }, (_, i) => journal.append(`run ${i}`, 0, [entry('a')]));
    await journal.close?.();
    await Promise.all(appends);
    expect(await run(`SELECT count(*)::int AS n FROM ${table}`)).toEqual([{ n: 30 }]);
  });

  test('what the server is set to does not matter: isolation, precision, and commits that do not wait', async () => {
    const table = freshTable();
    const first = open(table);
    await first.append('run', 0, [{ ...entry('a'), at: 1_700_000_000_000.0625 }]);
    await first.close?.();
    await run(`CREATE FUNCTION ${table}_waits() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_setting('synchronous_commit') = 'off' THEN RAISE 'this commit does not wait'; END IF;
      RETURN NULL; END $$`);
    await run(`CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION ${table}_waits()`);
    const options =
      '-c default_transaction_isolation=serializable -c extra_float_digits=-15 -c synchronous_commit=off';
    const journal = postgresJournal({ pool: pool({ options }), table });
    expect((await journal.read('run'))[0]?.at).toBe(1_700_000_000_000.0625);
    const runs = Array.from({ length: 10 }, async (_, i) => {
      for (let after = 0; after < 10; after++) await journal.append(`run ${i}`, after, [entry('a')]);
    });
    await Promise.all(runs);
    expect(await run(`SELECT count(*)::int AS n FROM ${table}`)).toEqual([{ n: 101 }]);
    await journal.close?.();
  });

  test('a user who may read and insert, and make no table, is enough where the table is there', async () => {
    const table = freshTable();
    const role = `sallyport_test_${process.pid}`;
    const maker = open(table);
    await maker.append('run', 0, [entry('a')]);
    await maker.close?.();
    await run(`CREATE ROLE ${role}`);
    try {
      await run(`GRANT USAGE ON SCHEMA ${table.replace(/[.].*/, '')} TO ${role}`);
      await run(`GRANT SELECT, INSERT ON ${table} TO ${role}`);
      const limited = pool({ options: `-c role=${role}` });
      const journal = postgresJournal({ pool: limited, table });
      await journal.append('run', 1, [entry('b')]);
      expect(await journal.read('run')).toEqual([entry('a'), entry('b')]);
      await journal.close?.();
      const other = postgresJournal({ pool: limited, table: freshTable() });
      await expect(async () => other.read('run')).rejects.toThrow('this user lacks the right (42501)');
      await other.close?.();
    } finally {
      await run(`DROP OWNED BY ${role}`);
      await run(`DROP ROLE ${role}`);
    }
  });
});

describe('postgres journal without a server', () => {
  test('its options are checked by name', () => {
    const connectionString = 'postgres://localhost/x';
    expect(() => postgresJournal({})).toThrow('takes either "connectionString" or "pool"');
    expect(() =>
      postgresJournal({ connectionString, pool: { connect: () => Promise.reject(new Error()) } }),
    ).toThrow('takes either "connectionString" or "pool"');
    expect(() => postgresJournal({ connectionString, tabel: 'x' } as never)).toThrow('no option "tabel"');
    for (const table of ['', 'a b', 'x"; DROP TABLE y; --', 'a.b.c', 'a'.repeat(64), '1a'])
      expect(() => postgresJournal({ connectionString, table })).toThrow(
        '"table" must be a table or schema.table',
      );
  });

  test('without the package pg it says what to install', async () => {
    const missing = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(openPool('postgres://localhost/x', missing)).rejects.toMatchObject({
      code: 'ERR_OPTIONAL_PEER_MISSING',
      message: 'postgresJournal() needs the package pg, which is not installed: npm install pg',
    });
  });

  test('a journal that was never used closes without one', async () => {
    const journal = postgresJournal({ connectionString: 'postgres://127.0.0.1:1/x' });
    await journal.close?.();
    await expect(async () => journal.read('run')).rejects.toMatchObject({ code: 'ERR_JOURNAL_CLOSED' });
  });
});
