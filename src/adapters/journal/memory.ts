import { JournalClosedError, JournalConflictError } from '../../ports/journal-errors.js';
import type { Journal, JournalEntry } from '../../ports/journal.js';

const NOTHING: readonly JournalEntry[] = [];

/** Recordings that live as long as this process. Entries are kept by reference: they are immutable. */
export function memoryJournal(): Journal {
  const runs = new Map<string, JournalEntry[]>();
  let open = true;
  return {
    id: 'memory',
    durable: false,
    append(runId, after, entries) {
      if (!open) throw new JournalClosedError('memory');
      const recorded = runs.get(runId) ?? [];
      if (recorded.length !== after) throw new JournalConflictError(runId, after, recorded.length);
      for (const entry of entries) recorded.push(entry);
      if (after === 0) runs.set(runId, recorded);
    },
    read(runId) {
      if (!open) throw new JournalClosedError('memory');
      return runs.get(runId)?.slice() ?? NOTHING;
    },
    close() {
      open = false;
      runs.clear();
    },
  };
}
