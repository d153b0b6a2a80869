// The transitions of the dispatch table, found by driving the table itself: every arm of every event from every stage.
import { loadSource } from './load-source.mjs';

const { open, table, tryStep } = await loadSource('domain/dispatch/step.ts');

const FULL_PLAN = {
  permission: true,
  capabilities: ['c'],
  before: 1,
  after: 1,
  validate: true,
  checkIn: true,
  replay: 'never',
  definition: '',
};

const decision = (approved) => ({ approved, by: 'somebody' });

/** Each event's arms, in the words of the documentation. */
const ARMS = {
  'permission.decided': {
    'allow, gate_open': { result: 'allow' },
    deny: { result: 'deny' },
    threw: { result: 'threw' },
    halt: { result: 'halt' },
  },
  'before.decided': {
    allow: { link: 'l', outcome: 'allow' },
    'deny, threw': { link: 'l', outcome: 'deny' },
    ask: { link: 'l', outcome: 'ask', reason: '?', digest: 'd' },
  },
  'ask.answered': { approved: decision(true), declined: decision(false) },
  'args.validated': { valid: {}, invalid: { problem: 'p' } },
  'checkin.evaluated': {
    'no demand': {},
    demand: { demand: { reason: 'r', digest: 'd' } },
    threw: { problem: 'p' },
  },
  'checkin.answered': { approved: decision(true), declined: decision(false) },
  'tool.returned': { returned: { value: 1 } },
  'tool.failed': { threw: { text: 't' } },
  'tool.paused': { 'pauseHere()': { data: 1, digest: 'd' } },
  'consent.required': { 'consent required': { service: 's', digest: 'd' } },
  'outcome.lost': { 'outcome lost': { digest: 'd' } },
  'consent.resumed': { resumed: {} },
  'answer.given': { answered: { value: 1 } },
  'doubt.settled': { retry: { choice: 'retry', by: 'b' }, skip: { choice: 'skip', by: 'b' } },
  'after.decided': { allow: { link: 'l', outcome: 'allow' }, 'deny, threw': { link: 'l', outcome: 'deny' } },
};

/** Every `{ from, says, to }`, in the order in which a call meets them. */
export function transitions() {
  const first = open({ id: 'c', tool: 't', args: {}, plan: FULL_PLAN });
  const reached = new Map([[first.stage, first]]);
  const found = [];
  for (const [stage, call] of reached) {
    for (const type of Object.keys(table[stage].on)) {
      for (const [says, arm] of Object.entries(ARMS[type])) {
        const next = tryStep(call, { type, callId: 'c', ...arm });
        found.push({ from: stage, says, to: next.stage });
        if (!reached.has(next.stage)) reached.set(next.stage, next);
      }
    }
  }
  const missed = Object.keys(table).filter((stage) => !reached.has(stage));
  if (missed.length > 0) throw new Error(`No transition was found to ${missed.join(', ')}.`);
  return found;
}
