import type { PermissionDecided } from '../../domain/dispatch/event.js';
import type { CallState } from '../../domain/dispatch/state.js';
import { shapeOf } from '../../domain/json.js';
import { InvalidAnswerError, textOfThrown } from '../../domain/errors.js';
import type { PermissionDecision, PermissionResult } from '../../domain/verdict.js';
import type { PermissionChecker } from '../../ports/permission-checker.js';
import type { Gate } from './gate.js';
import type { Turn } from './turn.js';

const REASONS = ['rationale', 'tellLLM', 'reason', 'gateId'] as const;
const RESULTS: ReadonlySet<unknown> = new Set<PermissionResult>(['allow', 'deny', 'halt', 'gate_open']);

/** The permission checker, about the capability that is next for the call: `tool_call`, or one that the tool declares. */
export const permission: Gate<PermissionDecision | PermissionResult, PermissionDecided> = {
  ask: (call, { definition, run, signal }) =>
    (definition.checker as PermissionChecker).check({
      capability: capabilityOf(call),
      target: call.tool,
      source: call.source ?? undefined,
      toolCallId: call.id,
      args: call.args,
      iteration: run.iteration,
      identity: run.identity ?? undefined,
      signal,
    }),
  read: (answer, call, turn) => decided(call, turn, readDecision(nameOf(turn), answer)),
  failed: (thrown, call, turn) => decided(call, turn, THREW, textOfThrown(thrown)),
};

function capabilityOf({ stage, plan, index }: CallState): string {
  return stage === 'capability' ? (plan.capabilities[index] ?? '') : 'tool_call';
}

function nameOf({ definition }: Turn): string {
  return definition.checker?.name ?? '';
}

/** A bare result is a decision without reasons. Anything that is not a result is no permission. */
function readDecision(checker: string, answer: PermissionDecision | PermissionResult): PermissionDecision {
  const decision = typeof answer === 'string' ? { result: answer } : answer;
  if (!RESULTS.has((decision as PermissionDecision | undefined)?.result)) {
    throw new InvalidAnswerError(whoIs(checker), shapeOf(answer), [...RESULTS].join(', '));
  }
  for (const reason of REASONS) {
    const said: unknown = decision[reason];
    if (said !== undefined && typeof said !== 'string') {
      throw new InvalidAnswerError(whoIs(checker), `a ${reason} that is ${shapeOf(said)}`, 'a string');
    }
  }
  return decision;
}

function whoIs(checker: string): string {
  return `Permission checker "${checker}"`;
}

type Decided = Omit<PermissionDecided, 'type' | 'callId'>;

const THREW: Decided = { result: 'threw' };

function decided(call: CallState, turn: Turn, answer: Decided, error?: string): PermissionDecided {
  const { events } = turn.definition;
  if (events.listening) {
    events.emit({
      type: 'sallyport.permission.check',
      at: events.now(),
      runId: turn.run.runId,
      callId: call.id,
      tool: call.tool,
      source: call.source ?? undefined,
      iteration: turn.run.iteration,
      checker: nameOf(turn),
      capability: capabilityOf(call),
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
