import type { CallEvent } from '../../domain/dispatch/event.js';
import type { CallState } from '../../domain/dispatch/state.js';
import { InvalidAnswerError } from '../../domain/errors.js';
import { frozenJson, shapeOf } from '../../domain/json.js';
import type { CheckInDemand } from '../../domain/tool.js';
import type { Awaitable } from '../../ports/awaitable.js';
import { callDigest } from '../digest.js';
import { settle } from '../settle.js';
import { toolContext } from './tool-context.js';
import type { Turn } from './turn.js';
import { entryOf } from './validate.js';

type Evaluated = Extract<CallEvent, { type: 'checkin.evaluated' }>;

/** Evaluates the tool's own demand for a person's approval, on the final arguments. A demand that throws refuses the call. */
export function evaluateCheckIn(call: CallState, turn: Turn): Awaitable<Evaluated> {
  const evaluated = (found: Pick<Evaluated, 'demand' | 'problem'>): Evaluated => ({
    type: 'checkin.evaluated',
    callId: call.id,
    ...found,
  });
  const problem = `[denied: ${call.tool} could not decide whether a person must approve; this cannot be retried]`;
  return settle(
    () => entryOf(call, turn)?.tool.checkIn?.(call.args, toolContext(call, turn)),
    (demand) => evaluated(demand === undefined ? {} : { demand: readDemand(call, turn, demand) }),
    () => evaluated({ problem }),
  );
}

function readDemand(call: CallState, turn: Turn, demand: CheckInDemand): NonNullable<Evaluated['demand']> {
  if (typeof demand !== 'object' || demand === null || typeof demand.reason !== 'string') {
    throw new InvalidAnswerError(
      `checkIn of ${call.tool}`,
      shapeOf(demand),
      '{ reason, evidence? }, undefined',
    );
  }
  const { reason, evidence } = demand;
  const shown =
    evidence === undefined ? {} : { evidence: frozenJson(evidence, `checkIn of ${call.tool}: evidence`) };
  return { reason, ...shown, digest: callDigest(call, turn.run) };
}
