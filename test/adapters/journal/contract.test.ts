import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import { journalContract, type JournalSubject } from '../../../src/ports/contracts/journal.js';
import { JournalConflictError } from '../../../src/ports/journal-errors.js';
import type { Journal, JournalEntry } from '../../../src/ports/journal.js';
import { verifies } from '../../requirements.js';
import { brokenLaws } from '../laws.js';

const broken = (subject: JournalSubject): Promise<readonly string[]> =>
  brokenLaws((harness) => journalContract(harness, subject));

/** A journal that is right but for what the change does to it. */
function faulty(change: (right: Journal) => Partial<Journal>): JournalSubject {
  return {
    open: () => {
      const right = memoryJournal();
      return { ...right, ...change(right) };
    },
  };
}

const changed = (change: (entry: JournalEntry) => unknown): JournalSubject =>
  faulty((right) => ({
    read: async (runId) => (await right.read(runId)).map((entry) => change(entry) as JournalEntry),
  }));

/** A journal that only looks, and then stores: between the two another writer gets in. */
function lookThenStore(): Journal {
  const runs = new Map<string, readonly JournalEntry[]>();
  return {
    ...memoryJournal(),
    append: async (runId, after, entries) => {
      const held = runs.get(runId) ?? [];
      await Promise.resolve();
      if (held.length !== after) throw new JournalConflictError(runId, after, held.length);
      runs.set(runId, [...held, ...entries]);
    },
    read: (runId) => runs.get(runId) ?? [],
  };
}

/** A journal that shows every reader the list it goes on writing to. */
function shared(): Partial<Journal> {
  const runs = new Map<string, JournalEntry[]>();
  return {
    append: (runId, after, entries) => {
      const held = runs.get(runId) ?? [];
      if (held.length !== after) throw new JournalConflictError(runId, after, held.length);
      runs.set(runId, held);
      held.push(...entries);
    },
    read: (runId) => runs.get(runId) ?? [],
  };
}

const FAULTS: readonly (readonly [fault: string, subject: JournalSubject, law: string])[] = [
  ['lets two writers win', { open: lookThenStore }, 'exactly one wins'],
  ['shows readers the list it writes to', faulty(shared), 'snapshot'],
  ['does not close', faulty(() => ({ close: () => undefined })), 'after close'],
  [
    'stores part of a refused append',
    faulty((right) => ({
      append: async (runId, after, entries) => {
        const holds = (await right.read(runId)).length;
        await right.append(runId, holds, entries.slice(0, 1));
        await right.append(runId, after + 1, entries.slice(1));
      },
    })),
    'stores nothing',
  ],
  [
    'refuses under no name',
    faulty((right) => ({
      append: async (runId, after, entries) => {
        if ((await right.read(runId)).length !== after) throw new Error('duplicate key');
        await right.append(runId, after, entries);
      },
    })),
    'refused by name',
  ],
  [
    'confuses runs',
    faulty((right) => ({
      append: (runId, after, entries) => right.append(runId.toLowerCase(), after, entries),
      read: (runId) => right.read(runId.toLowerCase()),
    })),
    'do not see each other',
  ],
  [
    'confuses ids that UTF-8 cannot hold',
    faulty((right) => ({
      append: (runId, after, entries) => right.append(Buffer.from(runId).toString(), after, entries),
      read: (runId) => right.read(Buffer.from(runId).toString()),
    })),
    'do not see each other',
  ],
  [
    'loses lone surrogates',
    changed((entry) => JSON.parse(JSON.stringify(entry).replaceAll('\\ud800', '\ufffd'))),
    'read back',
  ],
  ['takes __proto__ as the prototype', changed(assigned), 'read back'],
  ['rounds the time', changed(({ at, event }) => ({ at: Math.round(at), event })), 'read back'],
  [
    'claims to be durable and is not',
    {
      open: () => ({ ...memoryJournal(), durable: true }),
      reopen: () => ({ ...memoryJournal(), durable: true }),
    },
    'durable journal keeps',
  ],
  [
    'claims to be durable and does not let it be tested',
    { open: () => ({ ...memoryJournal(), durable: true }) },
    'durable journal keeps',
  ],
];

/** A copy by assignment, as a careless decoder makes it. */
function assigned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(assigned);
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) copy[key] = assigned(item);
  return copy;
}

describe('journal contract', () => {
  test('runs under any runner, and a right journal passes', async () => {
    verifies('HX-4');
    expect(await broken({ open: () => memoryJournal() })).toEqual([]);
  });

  test.each(FAULTS)('catches a journal that %s', async (_fault, subject, law) => {
    verifies('HX-4');
    expect(await broken(subject)).toContainEqual(expect.stringContaining(law));
  });
});
