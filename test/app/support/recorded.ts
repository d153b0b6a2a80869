import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import type { RunEvent } from '../../../src/domain/run/event.js';
import { fold } from '../../../src/domain/run/fold.js';
import type { RunState } from '../../../src/domain/run/state.js';
import type { Journal } from '../../../src/ports/journal.js';
import type { ToolMessage } from '../../../src/index.js';

/** A run's events as the journal holds them. */
export async function eventsOf(journal: Journal, runId: string): Promise<readonly RunEvent[]> {
  return (await journal.read(runId)).map(({ event }) => event);
}

/** The state that the journal's events of the run fold to. */
export async function stateOf(journal: Journal, runId: string): Promise<RunState> {
  const state = fold(await eventsOf(journal, runId));
  if (state === undefined) throw new Error(`the journal holds no run ${runId}`);
  return state;
}

/** What the model was told of each call, in order. */
export function resultsOf({ messages }: Pick<RunState, 'messages'>): readonly ToolMessage[] {
  return messages.flatMap((said) => (said.role === 'tool' ? [said] : []));
}

/** Another journal that holds the first `count` entries of the run: what a process killed right then leaves behind. */
export async function cutAfter(journal: Journal, runId: string, count: number): Promise<Journal> {
  const cut = memoryJournal();
  const entries = (await journal.read(runId)).slice(0, count);
  await cut.append(runId, 0, JSON.parse(JSON.stringify(entries)) as typeof entries);
  return cut;
}

/** How many entries the journal holds up to and with the first event of this type about the call. */
export async function countUntil(
  journal: Journal,
  runId: string,
  type: RunEvent['type'],
  callId?: string,
): Promise<number> {
  const events = await eventsOf(journal, runId);
  const at = events.findIndex(
    (event) =>
      event.type === type && (callId === undefined || ('callId' in event && event.callId === callId)),
  );
  if (at < 0) throw new Error(`the run has no ${type}`);
  return at + 1;
}
