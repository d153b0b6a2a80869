import type { CallEvent } from '../../../src/domain/dispatch/event.js';
import type { CallPlan, CallState } from '../../../src/domain/dispatch/state.js';
import { open, step } from '../../../src/domain/dispatch/step.js';
import type { Json } from '../../../src/domain/json.js';

/** A plan with every gate there is. */
const FULL_PLAN: CallPlan = {
  permission: true,
  capabilities: ['net', 'disk'],
  before: 2,
  after: 2,
  validate: true,
  checkIn: true,
  replay: 'never',
  definition: 'd1',
};

type Without<E> = E extends { readonly callId: string } ? Omit<E, 'callId'> : never;

/** An event about the call under test. */
export function event(of: Without<CallEvent>): CallEvent {
  return { callId: 'c1', ...of };
}

export function opened(plan: Partial<CallPlan> = {}, args: Json = { n: 1 }): CallState {
  return open({ id: 'c1', tool: 'pay', source: 'bank', args, plan: { ...FULL_PLAN, ...plan } });
}

/** The call after the events. */
export function after(call: CallState, ...events: readonly Without<CallEvent>[]): CallState {
  return events.reduce((state, of) => step(state, event(of)), call);
}

export const allowed = { type: 'permission.decided', result: 'allow' } as const;
export const passed = { type: 'before.decided', link: 'l', outcome: 'allow' } as const;
export const asked = {
  type: 'before.decided',
  link: 'l',
  outcome: 'ask',
  reason: 'sure?',
  digest: 'd',
} as const;
export const valid = { type: 'args.validated' } as const;
export const undemanded = { type: 'checkin.evaluated' } as const;
export const demanded = { type: 'checkin.evaluated', demand: { reason: 'big', digest: 'd' } } as const;
export const returned = { type: 'tool.returned', value: 'done' } as const;
export const resulted = { type: 'after.decided', link: 'l', outcome: 'allow' } as const;

/** The call under test in each stage, by the shortest way there. */
export const stages = {
  permission: (): CallState => opened(),
  capability: (): CallState => after(opened(), allowed),
  before: (): CallState => after(opened(), allowed, allowed, allowed),
  asking: (): CallState => after(stages.before(), asked),
  validate: (): CallState => after(stages.before(), passed, passed),
  'check-in': (): CallState => after(stages.validate(), valid),
  confirming: (): CallState => after(stages['check-in'](), demanded),
  execute: (): CallState => after(stages['check-in'](), undemanded),
  consenting: (): CallState =>
    after(stages.execute(), { type: 'consent.required', service: 'github', digest: 'd' }),
  answering: (): CallState => after(stages.execute(), { type: 'tool.paused', data: { q: 1 }, digest: 'd' }),
  doubtful: (): CallState => after(stages.execute(), { type: 'outcome.lost', digest: 'd' }),
  after: (): CallState => after(stages.execute(), returned),
  settled: (): CallState => after(stages.after(), resulted, resulted),
  refused: (): CallState => after(opened(), { type: 'permission.decided', result: 'deny' }),
  failed: (): CallState => after(stages.execute(), { type: 'tool.failed', text: 'broken' }),
  halted: (): CallState => after(opened(), { type: 'permission.decided', result: 'halt' }),
} as const;
