import type { AfterDecided, BeforeDecided } from '../../domain/dispatch/event.js';
import { textOfThrown } from '../../domain/errors.js';
import type { CallState } from '../../domain/dispatch/state.js';
import type { ToolOutcome, ToolResultOutcome } from '../../domain/verdict.js';
import type { Awaitable } from '../../ports/awaitable.js';
import type { AfterLink, BeforeLink } from '../definition.js';
import { callDigest } from '../digest.js';
import { settle } from '../settle.js';
import { readOutcome } from './outcome.js';
import { contextOf, resultContextOf, type Turn } from './turn.js';

/** Runs the link that is next for the call, on the arguments as the links before it left them. */
export function runBefore(call: CallState, turn: Turn): Awaitable<BeforeDecided> {
  const link = turn.definition.before[call.index] as BeforeLink;
  return settle<ToolOutcome, BeforeDecided>(
    () => link.onToolCall(contextOf(call, turn)),
    (answer) => {
      const read = readOutcome(answer, `Middleware "${link.name}"`, BEFORE);
      report(call, turn, link.name, 'before', read);
      const of = { type: 'before.decided', callId: call.id, link: link.name } as const;
      if (read.outcome === 'ask') return { ...of, ...read, digest: callDigest(call, turn.run) };
      return isPlain(read)
        ? { type: of.type, callId: of.callId, link: of.link, outcome: 'allow' }
        : { ...of, ...read };
    },
    (thrown) => {
      report(call, turn, link.name, 'before', THREW, textOfThrown(thrown));
      return { type: 'before.decided', callId: call.id, link: link.name, outcome: 'threw' };
    },
  );
}

/** Runs the link that is next for the result, on its way back through the chain. */
export function runAfter(call: CallState, turn: Turn): Awaitable<AfterDecided> {
  const link = turn.definition.after[call.index] as AfterLink;
  return settle<ToolResultOutcome, AfterDecided>(
    () => link.onToolResult(resultContextOf(call, turn)),
    (answer) => {
      const read = readOutcome(answer, `Middleware "${link.name}"`, AFTER);
      report(call, turn, link.name, 'after', read);
      if (isPlain(read)) return { type: 'after.decided', callId: call.id, link: link.name, outcome: 'allow' };
      return { type: 'after.decided', callId: call.id, link: link.name, ...read };
    },
    (thrown) => {
      report(call, turn, link.name, 'after', THREW, textOfThrown(thrown));
      return { type: 'after.decided', callId: call.id, link: link.name, outcome: 'threw' };
    },
  );
}

const BEFORE = ['allow', 'deny', 'ask'] as const;
const AFTER = ['allow', 'deny'] as const;
const THREW = { outcome: 'threw' } as const;

type Answer = Pick<BeforeDecided, 'outcome' | 'value' | 'why' | 'reason'>;

/** An allow that changes nothing: nearly every answer, and so the one that is recorded without a spread. */
function isPlain(answer: Answer): boolean {
  return answer.outcome === 'allow' && answer.value === undefined;
}

function report(
  call: CallState,
  turn: Turn,
  middleware: string,
  moment: 'before' | 'after',
  answer: Answer,
  error?: string,
): void {
  const { events } = turn.definition;
  if (!events.listening) return;
  const why = error ?? answer.why ?? answer.reason;
  events.emit({
    type: 'sallyport.middleware.decided',
    at: events.now(),
    runId: turn.run.runId,
    callId: call.id,
    tool: call.tool,
    middleware,
    moment,
    outcome: answer.outcome,
    changed: answer.value !== undefined,
    why,
  });
}
