import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { Agent, allow, ask, checkInApproved, type ToolMiddleware } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { callsThenDone, saysDone } from './support/model.js';
import { paused } from './support/paused.js';
import { resultsOf, stateOf } from './support/recorded.js';
import { codeOf } from './support/thrown.js';
import { untyped } from './support/untyped.js';

const approve = checkInApproved({ by: 'bob' });
const ASKS: ToolMiddleware = { name: 'asks', onToolCall: () => ask('sure?') };
const pay = counted('pay');

function build({ name = 'payer', tools = [pay.tool] }, journal = memoryJournal(), provider = saysDone()) {
  return Agent.create({ provider, journal, name }).tools(tools).toolMiddleware(ASKS).build();
}

async function suspendedRun(journal = memoryJournal()) {
  const provider = callsThenDone({ id: 'c1', name: 'pay', args: { amount: 5 } });
  return paused(await build({}, journal, provider).run({ message: 'go' }));
}

describe('cancel', () => {
  test.each([['the run id'], ['the checkpoint']])(
    'by %s ends a suspended run: a refusal is the result of each pending call, and nothing runs',
    async (by) => {
      verifies('SR-7', 'V19');
      const journal = memoryJournal();
      const run = await suspendedRun(journal);
      const before = pay.runs.length;
      const agent = build({}, journal);
      await agent.cancel(by === 'the run id' ? run.runId : run.checkpoint, { reason: 'order withdrawn' });
      const state = await stateOf(journal, run.runId);
      expect(state.phase).toBe('cancelled');
      expect(resultsOf(state)).toMatchObject([
        { toolCallId: 'c1', isError: true, content: expect.stringContaining('order withdrawn') },
      ]);
      expect(pay.runs).toHaveLength(before);
      expect(await codeOf(agent.resume(run.runId, approve))).toBe('ERR_NOT_PENDING');
      expect(await codeOf(agent.resume(run.checkpoint, approve))).toBe('ERR_STALE_CHECKPOINT');
      expect(await codeOf(agent.retry(run.runId))).toBe('ERR_RUN_CANCELLED');
    },
  );

  test('ends the run also when its own definition is gone', async () => {
    verifies('V14', 'SR-7');
    const journal = memoryJournal();
    const run = await suspendedRun(journal);
    await build({ name: 'successor', tools: [] }, journal).cancel(run.runId, { reason: 'retired' });
    expect((await stateOf(journal, run.runId)).phase).toBe('cancelled');
  });

  test('closes what tools hold for the run', async () => {
    verifies('TS-3', 'SR-7');
    const closed: string[] = [];
    const journal = memoryJournal();
    const opens = counted('opens', (_args, ctx) => {
      ctx.onTeardown(() => closed.push('closed'), { scope: 'run', key: 'k' });
      return 'opened';
    });
    const provider = callsThenDone({ name: 'opens', args: {} }, { name: 'pay', args: {} });
    const agent = Agent.create({ provider, journal })
      .tools([opens.tool, pay.tool])
      .toolMiddleware({
        name: 'asks',
        onToolCall: ({ toolName }) => (toolName === 'pay' ? ask('sure?') : allow()),
      })
      .build();
    const run = paused(await agent.run({ message: 'go' }));
    expect(closed).toEqual([]);
    await agent.cancel(run.runId, { reason: 'enough' });
    expect(closed).toEqual(['closed']);
  });

  test('needs a reason, and says so by name', async () => {
    verifies('SR-7', 'AG-1');
    const journal = memoryJournal();
    const run = await suspendedRun(journal);
    const agent = build({}, journal);
    for (const options of [undefined, {}, { reason: 7 }, { reason: 'x', because: 'y' }])
      expect(await codeOf(agent.cancel(run.runId, untyped(options)))).toBe('ERR_INVALID_OPTION');
    expect((await stateOf(journal, run.runId)).phase).toBe('acting');
  });
});
