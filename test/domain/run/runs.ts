import type { CallPlan, OpenedCall } from '../../../src/domain/dispatch/state.js';
import type { RunEvent, RunStarted } from '../../../src/domain/run/event.js';
import { start, step } from '../../../src/domain/run/step.js';
import type { RunState } from '../../../src/domain/run/state.js';

/** A plan with no gate at all. */
const BARE_PLAN: CallPlan = {
  permission: false,
  capabilities: [],
  before: 0,
  after: 0,
  validate: false,
  checkIn: false,
  replay: 'never',
  definition: 'd1',
};

export function started(of: Partial<RunStarted> = {}): RunStarted {
  return {
    type: 'run.started',
    runId: 'r1',
    fingerprint: { name: 'a' },
    maxIterations: 3,
    inputLinks: 0,
    outputLinks: 0,
    message: 'hello',
    ...of,
  };
}

export function call(id: string, plan: Partial<CallPlan> = {}): OpenedCall {
  return { id, tool: 'pay', args: { id }, plan: { ...BARE_PLAN, ...plan } };
}

export function replied(...calls: readonly OpenedCall[]): RunEvent {
  return { type: 'model.replied', content: 'text', calls };
}

export function returned(callId: string, value = `result of ${callId}`): RunEvent {
  return { type: 'tool.returned', callId, value };
}

/** The run after the events. */
export function run(first: RunStarted, ...events: readonly RunEvent[]): RunState {
  return events.reduce((state, event) => step(state, event).state, start(first).state);
}

/** The run's tool messages: call id and content, in order. */
export function results(state: RunState): readonly (readonly [string, unknown])[] {
  return state.messages.flatMap((m) => (m.role === 'tool' ? [[m.toolCallId, m.content] as const] : []));
}
