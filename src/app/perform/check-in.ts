import type { CallEvent } from '../../domain/dispatch/event.js';
import type { CallState } from '../../domain/dispatch/state.js';
import { InvalidAnswerError } from '../../domain/errors.js';
import { frozenJson, shapeOf } from '../../domain/json.js';
import type { CheckInDemand } from '../../domain/tool.js';
import { callDigest } from '../digest.js';
import type { Gate } from './gate.js';
import { toolContext } from './tool-context.js';
import type { Turn } from './turn.js';
import { entryOf } from './validate.js';

type Evaluated = Extract<CallEvent, { type: 'checkin.evaluated' }>;

/** The tool's own demand for a person's approval, on the final arguments. A demand that throws refuses the call. */
export const checkIn: Gate<CheckInDemand | undefined, Evaluated> = {
  ask: (call, turn) => entryOf(call, turn)?.tool.checkIn?.(call.args, toolContext(call, turn)),
  read: (demand, call, turn) =>
    demand === undefined
      ? { type: 'checkin.evaluated', callId: call.id }
      : { type: 'checkin.evaluated', callId: call.id, demand: readDemand(call, turn, demand) },
  failed: (_thrown, { id, tool }) => ({
    type: 'checkin.evaluated',
    callId: id,
    problem: `[denied: ${tool} could not decide whether a person must approve; this cannot be retried]`,
  }),
};

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
