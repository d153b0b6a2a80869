import assert from 'node:assert/strict';
import type { RunEvent } from '../../domain/run/event.js';
import { JournalClosedError, JournalConflictError } from '../journal-errors.js';
import type { Journal, JournalEntry } from '../journal.js';
import type { Harness } from './harness.js';

/** A journal under test. */
export interface JournalSubject {
  /** An empty journal. Each test opens its own and closes it. */
  open(): Promise<Journal> | Journal;
  /**
   * The same storage, as a process would find it that was started after the one that wrote was killed: nothing was
   * closed. Needed when the journal claims `durable`.
   */
  reopen?(journal: Journal): Promise<Journal> | Journal;
}

/** The laws of the {@link Journal} port, as tests. */
export function journalContract({ describe, test }: Harness, subject: JournalSubject): void {
  const withJournal = (body: (journal: Journal) => Promise<void>) => async (): Promise<void> => {
    const journal = await subject.open();
    try {
      await body(journal);
    } finally {
      await journal.close?.();
    }
  };

  describe('journal contract', () => {
    test(
      'a run that was never written reads as empty',
      withJournal(async (journal) => {
        assert.deepEqual(await journal.read('nobody'), []);
      }),
    );

    test(
      'what was appended is read back, in order, unchanged and as deep as it was',
      withJournal(async (journal) => {
        const entries = [entry('a'), entry('b', DEEP), entry('c')];
        await journal.append('run', 0, entries.slice(0, 2));
        await journal.append('run', 2, entries.slice(2));
        assert.deepStrictEqual(await journal.read('run'), entries);
      }),
    );

    test(
      'an append after the wrong entry is refused by name and stores nothing',
      withJournal(async (journal) => {
        await journal.append('run', 0, [entry('a')]);
        for (const after of [0, 2, 7])
          await refuses(() => journal.append('run', after, [entry('b'), entry('c')]));
        await refuses(() => journal.append('other', 1, [entry('b')]));
        assert.deepEqual(await journal.read('run'), [entry('a')]);
        assert.deepEqual(await journal.read('other'), []);
      }),
    );

    test(
      'of writers that append at once exactly one wins',
      withJournal(async (journal) => {
        const writers = Array.from({ length: 8 }, (_, i) => i);
        const tries = writers.map(async (i) => journal.append('run', 0, [entry(`w${i}`), entry(`w${i}`)]));
        const settled = await Promise.allSettled(tries);
        assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
        for (const ended of settled) {
          if (ended.status === 'rejected') assert.ok(ended.reason instanceof JournalConflictError);
        }
        const winner = settled.findIndex(({ status }) => status === 'fulfilled');
        assert.deepEqual(await journal.read('run'), [entry(`w${winner}`), entry(`w${winner}`)]);
      }),
    );

    test(
      'runs do not see each other, whatever their ids are',
      withJournal(async (journal) => {
        const ids = ['run', 'RUN', 'run/1', 'run%', "run' OR '1'='1", '', '\u0000', 'läuft 🏃'];
        for (const id of ids) await journal.append(id, 0, [entry(id)]);
        for (const id of ids) assert.deepEqual(await journal.read(id), [entry(id)]);
      }),
    );

    test(
      'what was read is a snapshot: a later append does not change it',
      withJournal(async (journal) => {
        await journal.append('run', 0, [entry('a')]);
        const before = await journal.read('run');
        await journal.append('run', 1, [entry('b')]);
        assert.equal(before.length, 1);
      }),
    );

    test('after close both are refused by name, and closing again is fine', async () => {
      const journal = await subject.open();
      await journal.close?.();
      await journal.close?.();
      await refuses(() => journal.append('run', 0, [entry('a')]), JournalClosedError);
      await refuses(() => journal.read('run'), JournalClosedError);
    });

    test('a durable journal keeps what it acknowledged', async () => {
      const journal = await subject.open();
      if (!journal.durable) return void (await journal.close?.());
      assert.ok(subject.reopen, 'a journal that claims to be durable is tested with reopen()');
      await journal.append('run', 0, [entry('a'), entry('b')]);
      const again = await subject.reopen(journal);
      try {
        assert.deepEqual(await again.read('run'), [entry('a'), entry('b')]);
        await refuses(() => again.append('run', 0, [entry('c')]));
      } finally {
        await again.close?.();
        await journal.close?.();
      }
    });
  });
}

/** Values that storage gets wrong: deep nesting, odd keys, text that is hard to encode, and numbers at the edges. */
const DEEP = JSON.parse(
  '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"text":"\\u0000 \\ud800 🏃 \\u2028","n":[1e308,-0.1,0],"":null}',
) as never;

function entry(name: string, value: never = name as never): JournalEntry {
  const event: RunEvent = { type: 'tool.returned', callId: name, value };
  return { at: 1_700_000_000_000.25, event };
}

async function refuses(
  body: () => unknown,
  By: new (...args: never[]) => Error = JournalConflictError,
): Promise<void> {
  await assert.rejects(
    async () => body(),
    (thrown: unknown) => thrown instanceof By,
  );
}
