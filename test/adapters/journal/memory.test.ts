import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import { journalContract } from '../../../src/ports/contracts/journal.js';
import type { JournalEntry } from '../../../src/ports/journal.js';

const entry: JournalEntry = { at: 1, event: { type: 'run.cancelled', reason: 'enough' } };

describe('memory journal', () => {
  journalContract({ describe, test }, { open: () => memoryJournal() });

  test('an append answers at once, with no promise, and keeps the event itself', async () => {
    const journal = memoryJournal();
    expect(journal.append('run', 0, [entry])).toBeUndefined();
    expect((await journal.read('run'))[0]?.event).toBe(entry.event);
  });

  test('a million appends to one run are no trouble: what is held is not copied', async () => {
    const journal = memoryJournal();
    const one = [entry];
    const began = performance.now();
    for (let after = 0; after < 1_000_000; after++) {
      void journal.append('run', after, one);
      if (after % 1_000 === 0) expect(performance.now() - began).toBeLessThan(4_000);
    }
    expect(await journal.read('run')).toHaveLength(1_000_000);
  });
});
