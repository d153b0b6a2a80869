import type { AfterDecided, BeforeDecided } from '../../domain/dispatch/event.js';
import type { CallState } from '../../domain/dispatch/state.js';
import { textOfThrown } from '../../domain/errors.js';
import type { ToolOutcome, ToolResultOutcome } from '../../domain/verdict.js';
import type { AfterLink, BeforeLink } from '../definition.js';
import { callDigest } from '../digest.js';
import type { Gate } from './gate.js';
import { readOutcome } from './outcome.js';
import { contextOf, resultContextOf, type Turn } from './turn.js';

/** The link that is next for the call, on the arguments as the links before it left them. */
export const before: Gate<ToolOutcome, BeforeDecided> = {
  ask: (call, turn) => beforeLink(call, turn).onToolCall(contextOf(call, turn)),
  read: (answer, call, turn) => {
    const { name } = beforeLink(call, turn);
    const read = readOutcome(answer, 'Middleware', name, BEFORE);
    report(call, turn, name, 'before', read);
    const { outcome } = read;
    if (isPlain(read)) return { type: 'before.decided', callId: call.id, link: name, outcome };
    const digest = outcome === 'ask' ? { digest: callDigest(call, turn.run) } : {};
    return { type: 'before.decided', callId: call.id, link: name, ...read, ...digest };
  },
  failed: (thrown, call, turn) => {
    const { name } = beforeLink(call, turn);
    report(call, turn, name, 'before', THREW, textOfThrown(thrown));
    return { type: 'before.decided', callId: call.id, link: name, outcome: 'threw' };
  },
};

/** The link that is next for the result, on its way back through the chain. */
export const after: Gate<ToolResultOutcome, AfterDecided> = {
  ask: (call, turn) => afterLink(call, turn).onToolResult(resultContextOf(call, turn)),
  read: (answer, call, turn) => {
    const { name } = afterLink(call, turn);
    const read = readOutcome(answer, 'Middleware', name, AFTER);
    report(call, turn, name, 'after', read);
    if (isPlain(read)) return { type: 'after.decided', callId: call.id, link: name, outcome: read.outcome };
    return { type: 'after.decided', callId: call.id, link: name, ...read };
  },
  failed: (thrown, call, turn) => {
    const { name } = afterLink(call, turn);
    report(call, turn, name, 'after', THREW, textOfThrown(thrown));
    return { type: 'after.decided', callId: call.id, link: name, outcome: 'threw' };
  },
};

const BEFORE = ['allow', 'deny', 'ask'] as const;
const AFTER = ['allow', 'deny'] as const;
const THREW = { outcome: 'threw' } as const;

function beforeLink(call: CallState, turn: Turn): BeforeLink {
  return turn.definition.before[call.index] as BeforeLink;
}

function afterLink(call: CallState, turn: Turn): AfterLink {
  return turn.definition.after[call.index] as AfterLink;
}

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
    why: error ?? answer.why ?? answer.reason,
  });
}
