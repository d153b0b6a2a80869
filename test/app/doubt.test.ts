import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { Agent, checkInApproved, checkInDeclined, type Replay } from '../../src/index.js';
import type { ToolProvider } from '../../src/ports/tool-provider.js';
import type { Journal } from '../../src/ports/journal.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { callsThenDone, saysDone } from './support/model.js';
import { paused, travelled } from './support/paused.js';
import { countUntil, cutAfter, resultsOf, stateOf } from './support/recorded.js';
import { codeOf } from './support/thrown.js';

/** A process killed right after it began to execute call `c1` of a tool with this replay: what it left, and a new one. */
async function killedWhileExecuting(replay: Replay | undefined) {
  const keys: (string | undefined)[] = [];
  const pay = counted('pay', (_args, ctx) => (keys.push(ctx.idempotencyKey), 'paid'), {
    ...(replay === undefined ? {} : { replay }),
  });
  const build = (journal: Journal, provider = saysDone()) =>
    Agent.create({ provider, journal }).tool(pay.tool).build();
  const whole = memoryJournal();
  const { runId } = await build(whole, callsThenDone({ id: 'c1', name: 'pay', args: { amount: 5 } })).run({
    message: 'go',
  });
  const journal = await cutAfter(whole, runId, await countUntil(whole, runId, 'args.validated', 'c1'));
  const [before] = pay.runs.splice(0);
  return { runId, journal, agent: build(journal), build, runs: pay.runs, keys, before };
}

describe('a call whose outcome was lost with its process', () => {
  test.each<[Replay | undefined]>([['never'], [undefined]])(
    'with replay %s waits for a person, and does not run by itself',
    async (replay) => {
      verifies('SR-4');
      const { runId, agent, runs } = await killedWhileExecuting(replay);
      const run = paused(await agent.retry(runId));
      expect(run.pending).toMatchObject([{ callId: 'c1', kind: 'doubt', tool: 'pay', args: { amount: 5 } }]);
      expect(runs).toEqual([]);
    },
  );

  test('runs once more, with the same arguments, when the person says so', async () => {
    verifies('SR-4', 'SR-3');
    const { runId, journal, agent, build, runs, before } = await killedWhileExecuting('never');
    const run = paused(await agent.retry(runId));
    expect(await codeOf(agent.resume(run.checkpoint, 'again'))).toBe('ERR_DECISION_REQUIRED');
    await build(journal).resume(travelled(run.checkpoint), checkInApproved({ by: 'bob' }));
    expect(runs).toEqual([before]);
    expect(resultsOf(await stateOf(journal, runId))).toMatchObject([{ content: 'paid', isError: false }]);
  });

  test('is told to the model as unknown when the person lets it be', async () => {
    verifies('SR-4', 'V19');
    const { runId, journal, agent, runs } = await killedWhileExecuting('never');
    const run = paused(await agent.retry(runId));
    await agent.resume(run.checkpoint, checkInDeclined({ by: 'bob' }));
    expect(runs).toEqual([]);
    expect(resultsOf(await stateOf(journal, runId))).toMatchObject([
      { isError: true, content: expect.stringContaining('outcome unknown') },
    ]);
  });

  test.each<[Replay]>([['safe'], ['keyed']])('with replay %s runs again by itself', async (replay) => {
    verifies('SR-4');
    const { runId, agent, runs, keys, before } = await killedWhileExecuting(replay);
    expect(await agent.retry(runId)).toMatchObject({ paused: false, content: 'done' });
    expect(runs).toEqual([before]);
    const key = replay === 'keyed' ? `${runId}:c1` : undefined;
    expect(keys).toEqual([key, key]);
  });

  test('is cancelled with a result that says it may have happened', async () => {
    verifies('SR-7');
    const { runId, agent, journal, runs } = await killedWhileExecuting('never');
    await agent.cancel(runId, { reason: 'enough' });
    expect(resultsOf(await stateOf(journal, runId))).toMatchObject([
      { isError: true, content: expect.stringMatching(/may have taken effect/) },
    ]);
    expect(runs).toEqual([]);
  });

  test('with several such calls, the tools are listed once for all of them', async () => {
    verifies('TP-2', 'SR-4');
    const pay = counted('pay', undefined, { replay: 'safe' });
    let lists = 0;
    const tools = [pay.tool];
    const slow: ToolProvider = { id: 'slow', list: async () => (lists++, tools) };
    const whole = memoryJournal();
    const build = (journal: Journal, provider = saysDone()) =>
      Agent.create({ provider, journal }).toolProvider(slow).build();
    const provider = callsThenDone({ id: 'c1', name: 'pay', args: {} }, { id: 'c2', name: 'pay', args: {} });
    const { runId } = await build(whole, provider).run({ message: 'go' });
    const journal = await cutAfter(whole, runId, await countUntil(whole, runId, 'args.validated', 'c2'));
    pay.runs.splice(0);
    lists = 0;
    await build(journal).retry(runId);
    expect(pay.runs).toHaveLength(2);
    expect(lists).toBe(2);
  });
});
