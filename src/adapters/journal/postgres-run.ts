import { JournalConflictError } from '../../ports/journal-errors.js';
import type { JournalEntry } from '../../ports/journal.js';
import type { PostgresClient } from './postgres-driver.js';
import { damaged, inTransaction, refusalOf, unknownOutcome, unusable } from './postgres-fault.js';
import type { PostgresTable } from './postgres-table.js';

/** How often an append is sent again that the server refused for the sake of other runs' transactions. */
const SERIALIZATION_TRIES = 20;
const SERIALIZATION_FAILURE = '40001';

/** The entries of one append, as the statement takes them. */
export interface PostgresRows {
  readonly at: string[];
  readonly events: string[];
}

/** JSON escapes what PostgreSQL's text cannot hold: NUL and lone surrogates. */
export function rowsOf(entries: readonly JournalEntry[]): PostgresRows {
  return {
    at: entries.map(({ at }) => String(at)),
    events: entries.map(({ event }) => JSON.stringify(event)),
  };
}

/**
 * Stores the rows as the run's entries `after + 1 …`.
 *
 * @throws JournalConflictError when the run holds another number of entries
 * @throws JournalUnusableError when the server refused, or did not answer and may have stored them
 */
export async function appendTo(
  client: PostgresClient,
  table: PostgresTable,
  runId: string,
  after: number,
  { at, events }: PostgresRows,
): Promise<void> {
  if (['T', 'E'].includes(client.getTransactionStatus?.() ?? '')) throw inTransaction(table.name);
  for (let tries = 1; ; tries++) {
    try {
      const { rows } = await client.query(table.append, [keyOf(runId), String(after), at, events]);
      const holds = holdsOf(rows);
      if (holds === after) return;
      throw new JournalConflictError(runId, after, holds);
    } catch (thrown) {
      if (thrown instanceof JournalConflictError) throw thrown;
      const refused = await afterRefusal(thrown, client, table, runId);
      if (refused === undefined) throw unknownOutcome(table.name, thrown);
      const { holds = after } = refused;
      if (holds !== after) throw new JournalConflictError(runId, after, holds);
      if (refusalOf(thrown) !== SERIALIZATION_FAILURE || tries === SERIALIZATION_TRIES)
        throw unusable(table.name, thrown);
    }
  }
}

/** What a run holds, in order. */
export async function readFrom(
  client: PostgresClient,
  table: PostgresTable,
  runId: string,
): Promise<readonly JournalEntry[]> {
  const { rows } = await client.query(table.select, [keyOf(runId)]);
  return (rows as readonly EntryRow[]).map(({ at, event }, i) => {
    try {
      return { at: Number(at), event: JSON.parse(event) as JournalEntry['event'] };
    } catch {
      // What the parser would say of damaged text quotes it, so it is not passed on.
      throw damaged(table.name, runId, i + 1);
    }
  });
}

interface EntryRow {
  readonly at: string;
  readonly event: string;
}

/**
 * How many entries the run holds after the server refused an append, where that can be read. Undefined when it is not
 * known to have refused: it gave no refusal, or its session ended with it, which also happens between commit and answer.
 */
async function afterRefusal(
  thrown: unknown,
  client: PostgresClient,
  table: PostgresTable,
  runId: string,
): Promise<{ readonly holds?: number } | undefined> {
  if (refusalOf(thrown) === undefined) return undefined;
  try {
    return { holds: await countIn(client, table, runId) };
  } catch (again) {
    return refusalOf(again) === undefined ? undefined : {};
  }
}

async function countIn(client: PostgresClient, table: PostgresTable, runId: string): Promise<number> {
  const { rows } = await client.query(table.count, [keyOf(runId)]);
  return holdsOf(rows);
}

function holdsOf(rows: readonly unknown[]): number {
  return Number((rows[0] as { readonly holds: string }).holds);
}

/** The run id as PostgreSQL can hold it; an ordinary id stays as it is. */
function keyOf(runId: string): string {
  return JSON.stringify(runId).slice(1, -1);
}
