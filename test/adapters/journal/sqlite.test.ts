import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openSqlite, type SqliteDriverName } from '../../../src/adapters/journal/sqlite-driver.js';
import { sqliteJournal } from '../../../src/adapters/journal/sqlite.js';
import type { Json } from '../../../src/domain/json.js';
import { journalContract } from '../../../src/ports/contracts/journal.js';
import { JournalUnusableError } from '../../../src/ports/journal-errors.js';
import type { Journal, JournalEntry } from '../../../src/ports/journal.js';
import { verifies } from '../../requirements.js';
import { commandOf, Program } from '../program.js';
import { temporaryFolders } from '../temporary.js';

const drivers: readonly SqliteDriverName[] = isBuiltin('node:sqlite') ? ['libsql', 'node'] : ['libsql'];
const folder = temporaryFolders();
const freshPath = (): string => join(folder(), 'deep', 'journal.db');
const returned = (value: Json): JournalEntry => ({
  at: 1,
  event: { type: 'tool.returned', callId: 'c', value },
});

/** What a process that has just been started reads of the run called `run`. */
function readElsewhere(path: string, driver: string): readonly JournalEntry[] {
  const [command, ...args] = commandOf('journal/read.mjs', [path, driver, 'run']);
  return JSON.parse(execFileSync(command, args, { encoding: 'utf8' })) as readonly JournalEntry[];
}

/** What opening, or the use, is refused with. */
function refusal(use: () => unknown): JournalUnusableError {
  try {
    use();
  } catch (thrown) {
    if (thrown instanceof JournalUnusableError) return thrown;
    throw thrown;
  }
  throw new Error('it was not refused');
}

describe.each(drivers)('sqlite journal on %s', (driver) => {
  const paths = new Map<Journal, string>();
  const open = (path: string): Journal => {
    const journal = sqliteJournal({ path, driver });
    paths.set(journal, path);
    return journal;
  };
  journalContract(
    { describe, test },
    { open: () => open(freshPath()), reopen: (journal) => open(paths.get(journal) ?? '') },
  );

  test('of processes that open one new file and append at once exactly one wins each round', async () => {
    verifies('SR-5');
    const path = freshPath();
    const rounds = 100;
    const writers = ['a', 'b', 'c'].map((name) =>
      Program.start('journal/append.mjs', path, driver, name, String(rounds)),
    );
    try {
      await Promise.all(writers.map((writer) => writer.until('ready')));
      for (const writer of writers) writer.tell('go');
      const said = await Promise.all(writers.map((writer) => writer.until('done')));
      for (let round = 0; round < rounds; round++) {
        const outcomes = said.map((lines) => lines[round]).sort();
        const lost = `${round} ERR_JOURNAL_CONFLICT`;
        expect(outcomes).toEqual([lost, lost, `${round} won`].sort());
      }
    } finally {
      await Promise.all(writers.map((writer) => writer.kill()));
    }
    expect(readElsewhere(path, driver)).toHaveLength(rounds);
  });

  test('what was acknowledged outlives a kill -9 right after it', async () => {
    const path = freshPath();
    const writer = Program.start('journal/append.mjs', path, driver, 'only', '3');
    await writer.until('ready');
    writer.tell('go');
    await writer.until('2 won');
    await writer.kill();
    expect(writer.child.signalCode).toBe('SIGKILL');
    const event = { type: 'run.cancelled', reason: 'only' };
    expect(readElsewhere(path, driver)).toEqual([0, 1, 2].map((at) => ({ at, event })));
  });

  if (process.platform !== 'win32') {
    test('a disk that is full refuses the append by name, and keeps what it had acknowledged', () => {
      const path = freshPath();
      const limited = [
        '-c',
        'ulimit -f 200; exec "$0" "$@"',
        ...commandOf('journal/fill.mjs', [path, driver]),
      ];
      const told = JSON.parse(execFileSync('sh', limited, { encoding: 'utf8' })) as {
        readonly stored: number;
        readonly error: { readonly code: string; readonly message: string };
        readonly read: number;
      };
      expect(told.error.code).toBe('ERR_JOURNAL_UNUSABLE');
      expect(told.error.message).toContain(path);
      expect(told.error.message).not.toMatch(/rollback|xxx/);
      expect(told.stored).toBeGreaterThan(0);
      expect(told.read).toBe(told.stored);
      expect(readElsewhere(path, driver)).toHaveLength(told.stored);
    });
  }

  test('keys that name a prototype come back as plain own keys, and no prototype changes', async () => {
    verifies('T31');
    const journal = open(freshPath());
    const args = '{"__proto__":{"approved":true},"constructor":{"prototype":{"x":1}}}';
    await journal.append('run', 0, [returned(JSON.parse(args) as Json)]);
    const [entry] = await journal.read('run');
    expect(JSON.stringify(entry)).toContain(args);
    expect(({} as { approved?: unknown; x?: unknown }).approved).toBeUndefined();
    expect(({} as { approved?: unknown; x?: unknown }).x).toBeUndefined();
    await journal.close?.();
  });

  test('an entry that is damaged is refused by its number, and not shown', async () => {
    const path = freshPath();
    const journal = open(path);
    await journal.append('run', 0, [returned('fine'), returned('fine')]);
    const database = openSqlite(path, driver);
    database.exec(`UPDATE entries SET event = 'canary' || event WHERE seq = 2`);
    database.close();
    const refused = refusal(() => journal.read('run'));
    expect(refused.message).toContain('entry 2 of run run is damaged');
    expect(`${refused.message} ${String(refused.cause)}`).not.toContain('canary');
    await journal.close?.();
  });

  test('a table that was taken away is refused by name, on append and on read', async () => {
    const path = freshPath();
    const journal = open(path);
    const database = openSqlite(path, driver);
    database.exec('DROP TABLE entries');
    database.close();
    for (const use of [() => journal.append('run', 0, [returned(1)]), () => journal.read('run')])
      expect(refusal(use).message).toContain(path);
    await journal.close?.();
  });

  test.each([
    ['long notes', 'these are notes and no database. '.repeat(60)],
    ['short notes', 'notes'],
  ])('a file that is no database is refused, naming the file: %s', (_which, text) => {
    const path = join(folder(), 'notes.txt');
    writeFileSync(path, text);
    expect(refusal(() => open(path)).message).toMatch(`The journal at ${path} cannot be used: `);
    expect(refusal(() => open(path)).message).toContain('not a database');
  });

  test('a database of another kind is refused, naming the file', () => {
    const path = join(folder(), 'other.db');
    const database = openSqlite(path, driver);
    database.exec('CREATE TABLE entries (id INTEGER)');
    database.close();
    expect(refusal(() => open(path)).message).toContain(path);
  });

  test('a path that is a folder, or in none, is refused with the reason', () => {
    const path = join(folder(), 'folder');
    mkdirSync(path);
    expect(refusal(() => open(path)).message).toContain(`${path} cannot be used: it is no file`);
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(refusal(() => open(join(file, 'journal.db'))).message).toMatch(/ENOTDIR|EEXIST/);
  });

  test('a path that means something to SQLite is a file all the same', async () => {
    const before = process.cwd();
    process.chdir(folder());
    try {
      const journal = open(':memory:');
      await journal.append('run', 0, [returned(1)]);
      await journal.close?.();
      expect(existsSync(':memory:')).toBe(true);
    } finally {
      process.chdir(before);
    }
  });
});

describe('sqlite journal', () => {
  test('its options are checked by name', () => {
    expect(() => sqliteJournal({ path: '' })).toThrow('sqliteJournal: "path" must be a non-empty string');
    expect(() => sqliteJournal({ path: 'x', drivr: 'node' } as never)).toThrow('no option "drivr"');
  });

  test('where libsql has no binary the library inside Node is used, and where there is none that is said', () => {
    const path = freshPath();
    const [command, ...args] = commandOf('journal/open.mjs', [path]);
    const env = { ...process.env, LIBSQL_JS_DEV: '1' }; // has libsql look for a binary where there is none
    const said = execFileSync(command, args, { encoding: 'utf8', env });
    if (isBuiltin('node:sqlite')) expect(said).toBe('opened');
    else expect(said).toMatch(/no SQLite library can be loaded: install libsql/);
  });
});
