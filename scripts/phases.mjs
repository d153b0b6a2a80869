// The phases of a run, found by driving the run's `step`: every event from every phase.
import { loadSource } from './load-source.mjs';

const { hasEnded, start, tryStep } = await loadSource('domain/run/step.ts');

/** A call with one gate, so that each of its endings is one event away. */
const CALL = {
  id: 'c',
  tool: 't',
  args: {},
  plan: {
    permission: true,
    capabilities: [],
    before: 0,
    after: 0,
    validate: false,
    checkIn: false,
    replay: 'never',
    definition: '',
  },
};
const failure = (retryable) => ({ type: 'turn.failed', failure: { code: 'C', retryable, message: 'm' } });

/** Every event, in the words of the documentation; two model turns are all that the run has. */
const EVENTS = {
  'every link allows': { type: 'message.decided', link: 'l', outcome: 'allow' },
  'a link denies': { type: 'message.decided', link: 'l', outcome: 'deny' },
  'a link threw': { type: 'message.decided', link: 'l', outcome: 'threw' },
  'calls proposed': { type: 'model.replied', content: '', calls: [CALL] },
  'an answer': { type: 'model.replied', content: 'a', calls: [] },
  'no tools or no answer': failure(true),
  'every call has ended': { type: 'permission.decided', callId: 'c', result: 'deny' },
  'a call was halted': { type: 'permission.decided', callId: 'c', result: 'halt' },
  retry: { type: 'run.retried' },
  'cancel, or the signal': { type: 'run.cancelled', reason: 'r' },
};

/** Every `{ from, says, to }`, in the order in which a run meets them. */
export function phases() {
  const first = start({
    type: 'run.started',
    runId: 'r',
    fingerprint: {},
    maxIterations: 2,
    inputLinks: 1,
    outputLinks: 1,
    message: 'm',
  }).state;
  const reached = new Map([[place(first), first]]);
  const found = new Map();
  for (const run of reached.values()) {
    for (const [event, of] of Object.entries(EVENTS)) {
      const next = tryStep(run, of)?.state;
      if (next === undefined) continue;
      const limit = next.failure?.code === 'ERR_ITERATION_LIMIT';
      const transition = {
        from: run.phase,
        says: limit ? `${event} at the turn limit` : event,
        to: next.phase,
      };
      found.set(JSON.stringify(transition), transition);
      if (!reached.has(place(next))) reached.set(place(next), next);
    }
  }
  const ends = [...reached.values()].filter(hasEnded).map(({ phase }) => phase);
  return { found: [...found.values()], ends: [...new Set(ends)] };
}

function place({ phase, iteration, failure }) {
  return `${phase} ${iteration} ${failure?.retryable}`;
}
