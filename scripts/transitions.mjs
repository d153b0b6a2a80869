// The transitions of the dispatch table, found by driving the table itself: every arm of every event from every stage.
import { loadSource } from './load-source.mjs';

const { effectOf, open, table, tryStep } = await loadSource('domain/dispatch/step.ts');

/** A call with every gate, and two of each that can be met more than once. */
const plan = (replay) => ({
  permission: true,
  capabilities: ['a', 'b'],
  before: 2,
  after: 2,
  validate: true,
  checkIn: true,
  replay,
  definition: '',
  maxChars: 1_000,
});

const decision = (approved) => ({ approved, by: 'somebody' });
const link = (outcome, more) => ({ link: 'l', outcome, ...more });

/** Each event's arms, in the words of the documentation. */
const ARMS = {
  'permission.decided': {
    allow: { result: 'allow' },
    gate_open: { result: 'gate_open' },
    deny: { result: 'deny' },
    threw: { result: 'threw' },
    halt: { result: 'halt' },
  },
  'before.decided': {
    allow: link('allow'),
    deny: link('deny'),
    threw: link('threw'),
    ask: link('ask', { reason: '?', digest: 'd' }),
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
  'after.decided': { allow: link('allow'), deny: link('deny'), threw: link('threw') },
};

/** What of the call, beside the arm, decides where it leads. */
function condition(type, call, to) {
  if (type === 'outcome.lost') return ` (${call.plan.replay})`;
  if (to === call.stage || (call.stage === 'asking' && to === 'before')) return ' (next)';
  return '';
}

/**
 * Every `{ from, says, to }`, in the order in which a call meets them. Dropping a call is left out: it is the same from
 * each open stage, which is checked here, as is that no call ends without having passed the ceiling.
 */
export function transitions() {
  const found = new Map();
  for (const replay of ['never', 'safe', 'keyed']) drive(plan(replay), found);
  const reached = new Set([...found.values()].map(({ to }) => to));
  const missed = Object.keys(table).filter((stage) => stage !== 'permission' && !reached.has(stage));
  if (missed.length > 0) throw new Error(`No transition was found to ${missed.join(', ')}.`);
  return [...found.values()];
}

function drive(of, found) {
  const first = open({ id: 'c', tool: 't', args: {}, plan: of });
  const reached = new Map([[place(first), first]]);
  for (const call of reached.values()) {
    checkDrop(call);
    for (const type of Object.keys(table[call.stage].on)) {
      if (ARMS[type] === undefined) throw new Error(`${type} is not known here: say what its arms are.`);
      for (const [arm, event] of Object.entries(ARMS[type])) {
        const next = tryStep(call, { type, callId: 'c', ...event });
        checkCeiling(next);
        const says = arm + condition(type, call, next.stage);
        const transition = { from: call.stage, says, to: next.stage };
        found.set(JSON.stringify(transition), transition);
        if (!reached.has(place(next))) reached.set(place(next), next);
      }
    }
  }
}

function place({ stage, index }) {
  return `${stage} ${index}`;
}

function checkDrop(call) {
  const dropped = tryStep(call, { type: 'call.dropped', callId: 'c', reason: 'r' });
  const expected = effectOf(call) === undefined ? undefined : 'refused';
  if (dropped?.stage !== expected)
    throw new Error(`Dropping a call in ${call.stage} gives ${dropped?.stage}.`);
}

function checkCeiling(call) {
  const ended = effectOf(call) === undefined;
  if (ended && call.result.charsAfter === null)
    throw new Error(`A ${call.stage} call did not pass the ceiling.`);
}
