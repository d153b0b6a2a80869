import type { Json } from '../json.js';
import type { RunEvent } from './event.js';
import { findCall, start, step } from './step.js';
import type { RunState } from './state.js';

/** One decision of a middleware, as it was recorded. */
export interface LedgerRow {
  readonly middleware: string;
  readonly moment: 'before' | 'after' | 'input' | 'output';
  readonly outcome: 'allow' | 'deny' | 'ask' | 'threw';
  readonly changed: boolean;
  /** Why it changed the value, refused it or asks; absent for a plain allow. */
  readonly why?: string;
  readonly callId?: string;
  readonly tool?: string;
  /** The value it was shown, and the value that went on: arguments, result or text. */
  readonly before: Json;
  readonly after: Json;
}

/** Every middleware decision of a recorded run, in order. */
export function ledger(events: Iterable<RunEvent>): readonly LedgerRow[] {
  const rows: LedgerRow[] = [];
  let state: RunState | undefined;
  for (const event of events) {
    if (state !== undefined) {
      const row = rowOf(event, state);
      if (row !== undefined) rows.push(row);
      state = step(state, event).state;
    } else if (event.type === 'run.started' || event.type === 'run.adopted') state = start(event).state;
  }
  return rows;
}

function rowOf(event: RunEvent, state: RunState): LedgerRow | undefined {
  switch (event.type) {
    case 'message.decided':
      return row(event, state.phase === 'input' ? 'input' : 'output', state.text);
    case 'before.decided': {
      const call = findCall(state, event.callId);
      return row(event, 'before', call?.args ?? null, { callId: event.callId, tool: call?.tool ?? '' });
    }
    case 'after.decided': {
      const call = findCall(state, event.callId);
      return row(event, 'after', call?.value ?? null, { callId: event.callId, tool: call?.tool ?? '' });
    }
    default:
      return undefined;
  }
}

type Decided = Extract<RunEvent, { type: 'message.decided' | 'before.decided' | 'after.decided' }>;

function row(
  event: Decided,
  moment: LedgerRow['moment'],
  before: Json,
  of: Pick<LedgerRow, 'callId' | 'tool'> = {},
): LedgerRow {
  const why = event.why ?? event.reason;
  return {
    middleware: event.link,
    moment,
    outcome: event.outcome,
    changed: event.value !== undefined,
    ...(why === undefined ? {} : { why }),
    ...of,
    before,
    after: event.value === undefined ? before : event.value,
  };
}
