import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { checkInApproved, checkInDeclined, SallyportError, type Checkpoint } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { processOn, suspended } from './support/asking.js';
import { travelled } from './support/paused.js';
import { codeOf } from './support/thrown.js';
import { untyped } from './support/untyped.js';

const approve = checkInApproved({ by: 'bob' });

/** The checkpoint with one part of its JSON text replaced. */
function edited(checkpoint: Checkpoint, from: string, to: string): Checkpoint {
  const text = JSON.stringify(checkpoint);
  if (!text.includes(from)) throw new Error(`the checkpoint does not hold ${from}`);
  return JSON.parse(text.replaceAll(from, to)) as Checkpoint;
}

describe('an answer is single-use', () => {
  test('a second answer is refused by name, whatever it says', async () => {
    verifies('SR-5');
    const { run, agent, pay } = await suspended();
    await agent.resume(run.checkpoint, approve);
    for (const answer of [approve, checkInDeclined({ by: 'bob' })]) {
      expect(await codeOf(agent.resume(run.checkpoint, answer))).toBe('ERR_STALE_CHECKPOINT');
      expect(await codeOf(agent.resume(run.runId, answer))).toBe('ERR_NOT_PENDING');
    }
    expect(pay.runs).toHaveLength(1);
  });

  test('also in a journal that has adopted the run from its checkpoint', async () => {
    verifies('SR-5');
    const { run } = await suspended();
    const other = processOn(memoryJournal());
    await other.agent.resume(travelled(run.checkpoint), approve);
    expect(await codeOf(other.agent.resume(travelled(run.checkpoint), approve))).toBe('ERR_STALE_CHECKPOINT');
    expect(other.pay.runs).toHaveLength(1);
  });

  test('after a refusal an approval comes too late', async () => {
    verifies('SR-5');
    const { run, agent, pay } = await suspended();
    await agent.resume(run.checkpoint, checkInDeclined({ by: 'bob' }));
    expect(await codeOf(agent.resume(run.checkpoint, approve))).toBe('ERR_STALE_CHECKPOINT');
    expect(pay.runs).toEqual([]);
  });

  test.each([['the checkpoint'], ['the run id']])(
    'of eight approvals by %s at once, from two processes, one wins and seven are refused by name',
    async (by) => {
      verifies('SR-5', 'V21');
      const journal = memoryJournal();
      const { run } = await suspended(journal);
      const processes = [processOn(journal), processOn(journal)];
      const answers = Array.from({ length: 8 }, (_, i) => {
        const from = by === 'the run id' ? run.runId : travelled(run.checkpoint);
        return processes[i % 2]?.agent.resume(from, approve);
      });
      const settled = await Promise.allSettled(answers);
      const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      expect(refused).toHaveLength(7);
      expect(refused.filter((thrown) => !SallyportError.is(thrown))).toEqual([]);
      expect(processes.flatMap(({ pay }) => pay.runs)).toHaveLength(1);
    },
  );

  test('two resumes of one checkpoint in a journal that does not hold the run: one wins', async () => {
    verifies('SR-5', 'V21');
    const { run } = await suspended();
    const { agent, pay } = processOn(memoryJournal());
    const both = await Promise.allSettled([
      agent.resume(travelled(run.checkpoint), approve),
      agent.resume(travelled(run.checkpoint), approve),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((one): one is PromiseRejectedResult => one.status === 'rejected');
    expect(SallyportError.is(lost?.reason)).toBe(true);
    expect(pay.runs).toHaveLength(1);
  });

  test('a refused approval does not claim that the run was resumed', async () => {
    verifies('SR-5');
    const { run, agent } = await suspended();
    const resumed: string[] = [];
    agent.on('sallyport.run.resumed', ({ runId }) => resumed.push(runId));
    await Promise.allSettled([
      agent.resume(run.checkpoint, approve),
      agent.resume(run.checkpoint, approve),
      agent.resume(run.checkpoint, approve),
    ]);
    expect(resumed).toEqual([run.runId]);
  });
});

describe('a checkpoint that was changed', () => {
  test.each([
    ['the approved arguments', '"amount":5', '"amount":5000'],
    ['the tool', '"tool":"pay"', '"tool":"wipe"'],
    ['the stage', '"stage":"asking"', '"stage":"execute"'],
    ['who it acts for', '"principal":"ann"', '"principal":"eve"'],
    ['the digest of the call', '"waiting":{', '"waiting":{"digest2":"0",'],
  ])('in %s is refused, in any process, and runs nothing', async (_what, from, to) => {
    verifies('SR-5', 'V16', 'T36');
    const { run, agent, pay } = await suspended();
    const forged = edited(run.checkpoint, from, to);
    const other = processOn(memoryJournal());
    expect(await codeOf(agent.resume(forged, approve))).toBe('ERR_INVALID_CHECKPOINT');
    expect(await codeOf(other.agent.resume(forged, approve))).toBe('ERR_INVALID_CHECKPOINT');
    expect([...pay.runs, ...other.pay.runs]).toEqual([]);
    await agent.resume(run.checkpoint, approve);
    expect(pay.runs).toHaveLength(1);
  });

  test('under the id of another run, or moved back or forth in the journal, is refused', async () => {
    verifies('SR-5', 'T36');
    const journal = memoryJournal();
    const { run, agent, pay } = await suspended(journal);
    const { run: another } = await suspended(journal);
    const swapped: Checkpoint = { ...run.checkpoint, runId: another.runId };
    const moved: Checkpoint = { ...run.checkpoint, recorded: run.checkpoint.recorded + 1 };
    const later = { ...run.checkpoint, version: untyped<1>(2) };
    expect(await codeOf(agent.resume(swapped, approve))).toBe('ERR_INVALID_CHECKPOINT');
    expect(await codeOf(agent.resume(moved, approve))).toBe('ERR_STALE_CHECKPOINT');
    expect(await codeOf(agent.resume(later, approve))).toBe('ERR_INVALID_CHECKPOINT');
    expect(pay.runs).toEqual([]);
  });

  test('what is no checkpoint at all is refused by name', async () => {
    verifies('SR-5', 'SR-1');
    const { agent } = processOn();
    for (const none of [null, undefined, 7, {}, [], { version: 1 }, { version: 1, runId: 'r', recorded: 1 }])
      expect(await codeOf(agent.resume(untyped(none), approve))).toBe('ERR_INVALID_CHECKPOINT');
    expect(await codeOf(agent.resume('no-such-run', approve))).toBe('ERR_UNKNOWN_RUN');
  });
});
