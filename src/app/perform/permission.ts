import type { PermissionDecided } from '../../domain/dispatch/event.js';
import type { CallState } from '../../domain/dispatch/state.js';
import { shapeOf } from '../../domain/json.js';
import { InvalidAnswerError, textOfThrown } from '../../domain/errors.js';
import type { PermissionDecision, PermissionResult } from '../../domain/verdict.js';
import type { Awaitable } from '../../ports/awaitable.js';
import type { PermissionChecker } from '../../ports/permission-checker.js';
import { settle } from '../settle.js';
import type { Turn } from './turn.js';

const REASONS = ['rationale', 'tellLLM', 'reason', 'gateId'] as const;
const RESULTS: ReadonlySet<unknown> = new Set<PermissionResult>(['allow', 'deny', 'halt', 'gate_open']);

/** Asks the permission checker about one capability of a call: `tool_call`, or one that the tool declares. */
export function checkPermission(
  call: CallState,
  capability: string,
  turn: Turn,
): Awaitable<PermissionDecided> {
  const checker = turn.definition.checker as PermissionChecker;
  const { run, signal } = turn;
  return settle(
    () =>
      checker.check({
        capability,
        target: call.tool,
        source: call.source ?? undefined,
        toolCallId: call.id,
        args: call.args,
        iteration: run.iteration,
        identity: run.identity ?? undefined,
        signal,
      }),
    (answer) => decided(call, capability, turn, readDecision(checker.name, answer)),
    (thrown) => decided(call, capability, turn, THREW, textOfThrown(thrown)),
  );
}

/** A bare result is a decision without reasons. Anything that is not a result is no permission. */
function readDecision(checker: string, answer: PermissionDecision | PermissionResult): PermissionDecision {
  const decision = typeof answer === 'string' ? { result: answer } : answer;
  const who = `Permission checker "${checker}"`;
  if (!RESULTS.has((decision as PermissionDecision | undefined)?.result)) {
    throw new InvalidAnswerError(who, shapeOf(answer), [...RESULTS].join(', '));
  }
  for (const reason of REASONS) {
    const said: unknown = decision[reason];
    if (said !== undefined && typeof said !== 'string') {
      throw new InvalidAnswerError(who, `a ${reason} that is ${shapeOf(said)}`, 'a string');
    }
  }
  return decision;
}

type Decided = Omit<PermissionDecided, 'type' | 'callId'>;

const THREW: Decided = { result: 'threw' };

function decided(
  call: CallState,
  capability: string,
  turn: Turn,
  answer: Decided,
  error?: string,
): PermissionDecided {
  const { events, checker } = turn.definition;
  if (events.listening) {
    events.emit({
      type: 'sallyport.permission.check',
      at: events.now(),
      runId: turn.run.runId,
      callId: call.id,
      tool: call.tool,
      source: call.source ?? undefined,
      iteration: turn.run.iteration,
      checker: checker?.name ?? '',
      capability,
      result: answer.result,
      rationale: answer.rationale,
      gateId: answer.gateId,
      error,
    });
  }
  return recorded(call.id, answer);
}

/** What is recorded of an answer: the reasons that it gave and no others. */
function recorded(
  callId: string,
  { result, rationale, tellLLM, reason, gateId }: Decided,
): PermissionDecided {
  const bare =
    rationale === undefined && tellLLM === undefined && reason === undefined && gateId === undefined;
  if (bare) return { type: 'permission.decided', callId, result };
  return {
    type: 'permission.decided',
    callId,
    result,
    ...(rationale === undefined ? {} : { rationale }),
    ...(tellLLM === undefined ? {} : { tellLLM }),
    ...(reason === undefined ? {} : { reason }),
    ...(gateId === undefined ? {} : { gateId }),
  };
}
