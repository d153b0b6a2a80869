import type { RunEvent } from '../domain/run/event.js';
import type { Awaitable } from './awaitable.js';

/** One event of a run and when it was recorded, in milliseconds since the epoch. */
export interface JournalEntry {
  readonly at: number;
  readonly event: RunEvent;
}

/**
 * The record of every run: recording, checkpoint and audit log in one.
 *
 * Laws:
 * - `append` is a compare-and-swap: it stores the entries as numbers `after + 1 …` exactly when the run holds `after`
 *   entries, and otherwise stores nothing and fails with `JournalConflictError`. Of two writers one wins.
 * - All entries of one append are stored, or none.
 * - What a resolved `append` stored, every later `read` gives back, in order and unchanged, as deep as it is.
 * - Runs do not see each other; a run that was never written reads as empty.
 * - An adapter that claims `durable` keeps what was acknowledged across a killed process.
 * - After `close()` both refuse with `JournalClosedError`; `close()` is idempotent.
 */
export interface Journal {
  readonly id: string;
  readonly durable: boolean;
  append(runId: string, after: number, entries: readonly JournalEntry[]): Awaitable<void>;
  read(runId: string): Awaitable<readonly JournalEntry[]>;
  close?(): Awaitable<void>;
}
