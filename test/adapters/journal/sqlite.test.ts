import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { sqliteJournal } from '../../../src/adapters/journal/sqlite.js';
import type { SqliteDriverName } from '../../../src/adapters/journal/sqlite-driver.js';
import { journalContract } from '../../../src/ports/contracts/journal.js';
import { JournalUnusableError } from '../../../src/ports/journal-errors.js';
import type { Journal } from '../../../src/ports/journal.js';
import { verifies } from '../../requirements.js';

const WRITER = fileURLToPath(new URL('../../fixtures/journal/append.mjs', import.meta.url));
const hasNodeSqlite = Number(process.versions.node.split('.')[0]) >= 24;
const drivers: readonly SqliteDriverName[] = hasNodeSqlite ? ['libsql', 'node'] : ['libsql'];

function freshPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'sallyport-journal-')), 'deep', 'journal.db');
}

for (const driver of drivers) {
  describe(`sqlite journal on ${driver}`, () => {
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
  });
}

describe('sqlite journal', () => {
  test('of two processes that append at once exactly one wins each round, and all that won outlives kill -9', async () => {
    verifies('HX-4');
    const path = freshPath();
    sqliteJournal({ path }).close?.();
    const rounds = 200;
    const writers = ['a', 'b'].map((name) => spawn(process.execPath, [WRITER, path, name, String(rounds)]));
    const said = await Promise.all(writers.map(linesUntilDone));
    for (const writer of writers) writer.kill('SIGKILL');
    await Promise.all(writers.map((writer) => once(writer, 'exit')));
    for (let round = 0; round < rounds; round++) {
      const outcomes = said.map((lines) => lines.find((line) => line.startsWith(`${round} `)));
      expect(outcomes.filter((line) => line === `${round} won`)).toHaveLength(1);
      expect(outcomes).toContain(`${round} ERR_JOURNAL_CONFLICT`);
    }
    const journal = sqliteJournal({ path });
    expect(await journal.read('run')).toHaveLength(rounds);
    await journal.close?.();
  });

  test('a file that is no database is refused, naming the file', () => {
    verifies('HX-4');
    const path = join(mkdtempSync(join(tmpdir(), 'sallyport-journal-')), 'notes.txt');
    writeFileSync(
      path,
      'these are notes and no database, and they are long enough to be read as a header. '.repeat(20),
    );
    expect(() => sqliteJournal({ path })).toThrow(JournalUnusableError);
    expect(() => sqliteJournal({ path })).toThrow(path);
  });

  test('a folder that cannot be made is refused, naming the path', () => {
    verifies('HX-4');
    expect(() => sqliteJournal({ path: '/dev/null/journal.db' })).toThrow('/dev/null/journal.db');
  });
});

async function linesUntilDone(child: ChildProcess): Promise<readonly string[]> {
  const lines: string[] = [];
  if (child.stdout === null) return lines;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'done') return lines;
    lines.push(line);
  }
  throw new Error(`the writer ended early: ${lines.join('\n')}`);
}
