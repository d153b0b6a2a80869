import assert from 'node:assert/strict';
import { SallyportError } from '../../domain/errors.js';
import type { Json } from '../../domain/json.js';
import type { Journal, JournalEntry } from '../journal.js';
import type { Harness } from './harness.js';

/** A journal under test. */
export interface JournalSubject {
  /** An empty journal. Each test opens its own and closes it. */
  open(): Promise<Journal> | Journal;
  /**
   * A second holder of the same storage, as a process would find it that was started after the one that wrote was
   * killed: nothing was closed. Needed when the journal claims `durable`.
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
  /** With two holders of one storage; a journal that does not claim `durable` has no second. */
  const withTwo = (body: (journal: Journal, again: Journal) => Promise<void>): (() => Promise<void>) =>
    withJournal(async (journal) => {
      if (!journal.durable) return;
      assert.ok(subject.reopen, 'a journal that claims to be durable is tested with reopen()');
      const again = await subject.reopen(journal);
      try {
        await body(journal, again);
      } finally {
        await again.close?.();
      }
    });

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
        const entries = [entry('a'), entry('b', AWKWARD), entry('c', nested(1_000)), entry('d')];
        await journal.append('run', 0, entries.slice(0, 3));
        await journal.append('run', 3, entries.slice(3));
        const read = await journal.read('run');
        assert.deepStrictEqual(read, entries);
        assert.equal(JSON.stringify(read), JSON.stringify(entries));
      }),
    );

    test(
      'an append of many entries is stored whole',
      withJournal(async (journal) => {
        const entries = Array.from({ length: 1_000 }, (_, i) => entry(`e${i}`));
        await journal.append('run', 0, entries);
        assert.deepStrictEqual(await journal.read('run'), entries);
      }),
    );

    test(
      'an append after the wrong entry is refused by name and stores nothing',
      withJournal(async (journal) => {
        await journal.append('run', 0, [entry('a')]);
        for (const after of [0, 2, 7]) {
          await refuses(() => journal.append('run', after, [entry('b'), entry('c')]), CONFLICT);
          await refuses(() => journal.append('run', after, []), CONFLICT);
        }
        await refuses(() => journal.append('other', 1, [entry('b')]), CONFLICT);
        assert.deepEqual(await journal.read('run'), [entry('a')]);
        assert.deepEqual(await journal.read('other'), []);
      }),
    );

    test(
      'of writers that append at once exactly one wins',
      withJournal((journal) => oneWins(Array.from({ length: 8 }, () => journal))),
    );

    test(
      'of two holders that append at once exactly one wins, where the journal is durable',
      withTwo((journal, again) => oneWins([journal, again, journal, again])),
    );

    test(
      'runs do not see each other, whatever their ids are',
      withJournal(async (journal) => {
        for (const id of IDS) await journal.append(id, 0, [entry(JSON.stringify(id))]);
        for (const id of IDS) assert.deepEqual(await journal.read(id), [entry(JSON.stringify(id))]);
      }),
    );

    test(
      'what was read is a snapshot, and what was appended is a copy of the list',
      withJournal(async (journal) => {
        const appended = [entry('a')];
        await journal.append('run', 0, appended);
        appended.push(entry('never appended'));
        const before = await journal.read('run');
        await journal.append('run', 1, [entry('b')]);
        assert.deepEqual(before, [entry('a')]);
        assert.deepEqual(await journal.read('run'), [entry('a'), entry('b')]);
      }),
    );

    test('after close both are refused by name, and closing again is fine', async () => {
      const journal = await subject.open();
      await journal.close?.();
      await journal.close?.();
      await refuses(() => journal.append('run', 0, [entry('a')]), CLOSED);
      await refuses(() => journal.read('run'), CLOSED);
    });

    test(
      'a durable journal keeps what it acknowledged',
      withTwo(async (journal, again) => {
        await journal.append('run', 0, [entry('a'), entry('b', AWKWARD)]);
        assert.deepStrictEqual(await again.read('run'), [entry('a'), entry('b', AWKWARD)]);
        await refuses(() => again.append('run', 0, [entry('c')]), CONFLICT);
      }),
    );
  });
}

const CONFLICT = 'ERR_JOURNAL_CONFLICT';
const CLOSED = 'ERR_JOURNAL_CLOSED';

/** Values that storage gets wrong: odd keys, text that is hard to encode, and numbers at the edges. */
const AWKWARD = JSON.parse(
  '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"text":"\\u0000 \\ud800 🏃 \\u2028","n":[1e308,5e-324,-0.1,9007199254740993,0],"z":1,"a":2,"":null}',
) as Json;

/** Run ids that storage confuses: by case, by pattern, by quoting, by what an encoding cannot hold. */
const IDS: readonly string[] = [
  ...['run', 'RUN', 'run ', 'run/1', 'run%', 'run_', "run' OR '1'='1", '"run"', '\\u0000', ''],
  ...['\u0000', 'run\u0000', 'run\u0000a', '\ud800', '\udfff', '\ufffd', 'läuft 🏃', 'la\u0308uft 🏃'],
];

function nested(depth: number): Json {
  let value: Json = 'the innermost';
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { in: value };
  return value;
}

function entry(name: string, value: Json = name): JournalEntry {
  return { at: 1_700_000_000_000.25, event: { type: 'tool.returned', callId: name, value } };
}

/** Has every writer append two entries to one run at once; one append is stored, whole, and the others are refused. */
async function oneWins(writers: readonly Journal[]): Promise<void> {
  const tries = writers.map(async (journal, i) => journal.append('run', 0, [entry(`w${i}`), entry(`w${i}`)]));
  const settled = await Promise.allSettled(tries);
  const winners = settled.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []));
  assert.equal(winners.length, 1);
  for (const ended of settled) if (ended.status === 'rejected') assert.equal(codeOf(ended.reason), CONFLICT);
  const stored = [entry(`w${winners[0]}`), entry(`w${winners[0]}`)];
  for (const journal of writers) assert.deepEqual(await journal.read('run'), stored);
}

function codeOf(thrown: unknown): string | undefined {
  return SallyportError.is(thrown) ? thrown.code : undefined;
}

async function refuses(body: () => unknown, code: string): Promise<void> {
  await assert.rejects(
    async () => body(),
    (thrown: unknown) => codeOf(thrown) === code,
  );
}
