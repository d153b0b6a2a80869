import type { SallyportEvent } from '../../domain/events.js';

const MAX_CALLS = 10_000;

/** Collects what each call under way was told, in order, until the call ends. The oldest is let go when there are too many. */
export class Verdicts {
  readonly #byCall: Map<string, string[]> = new Map();

  note(event: SallyportEvent): void {
    const said = verdictOf(event);
    if (said === undefined || !('callId' in event) || event.callId === undefined) return;
    const key = keyOf(event.runId, event.callId);
    const list = this.#byCall.get(key);
    if (list !== undefined) list.push(said);
    else {
      if (this.#byCall.size >= MAX_CALLS) this.#byCall.delete(this.#byCall.keys().next().value ?? '');
      this.#byCall.set(key, [said]);
    }
  }

  /** The verdicts of a call that has ended. */
  take({ runId, callId }: { readonly runId: string; readonly callId: string }): readonly string[] {
    const key = keyOf(runId, callId);
    const list = this.#byCall.get(key) ?? [];
    this.#byCall.delete(key);
    return list;
  }
}

/** The model makes call ids, so no separator keeps two calls apart but one that is escaped in both. */
function keyOf(runId: string, callId: string): string {
  return JSON.stringify([runId, callId]);
}

function verdictOf(event: SallyportEvent): string | undefined {
  switch (event.type) {
    case 'sallyport.permission.check':
      return `${event.checker} ${event.result}${event.capability === 'tool_call' ? '' : ` (${event.capability})`}`;
    case 'sallyport.middleware.decided':
      return `${event.middleware} ${event.outcome}${event.changed ? ' (changed)' : ''}`;
    case 'sallyport.decision.recorded':
      return `${event.by} ${event.approved ? 'approved' : 'declined'}`;
    default:
      return undefined;
  }
}
