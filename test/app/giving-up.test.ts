import { describe, expect, test } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { reply } from '../../src/adapters/models/reply.js';
import { Agent, RunCancelledError, type ToolContext } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { processOn, suspended } from './support/asking.js';
import { counted } from './support/counted.js';
import { gate } from './support/gate.js';
import { hear, only } from './support/heard.js';
import { assertPaired, callsThenDone, saysDone, script } from './support/model.js';
import { resultsOf, stateOf } from './support/recorded.js';
import { thrownBy } from './support/thrown.js';
import { checkInApproved } from '../../src/index.js';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('a caller who gives up', () => {
  test('ends a run whose tool hangs and heeds nothing, and leaves no listener', async () => {
    verifies('AG-1', 'V19');
    const hangs = gate();
    const seen: ToolContext[] = [];
    const journal = memoryJournal();
    const quick = counted('quick');
    const hung = counted('hung', (_args, ctx) => (seen.push(ctx), hangs.wait()));
    const agent = Agent.create({
      provider: callsThenDone({ name: 'quick', args: {} }, { name: 'hung', args: {} }),
      journal,
    })
      .tools([quick.tool, hung.tool])
      .build();
    const heard = hear(agent);
    const control = new AbortController();
    const ran = thrownBy(agent.run({ message: 'go', signal: control.signal }));
    await hangs.reached;
    control.abort(new Error('the user left'));
    const thrown = (await ran) as RunCancelledError;
    expect(thrown).toBeInstanceOf(RunCancelledError);
    expect(thrown).toMatchObject({ code: 'ERR_RUN_CANCELLED', cause: new Error('the user left') });
    expect(seen[0]?.signal.aborted).toBe(true);
    expect(listeners(control.signal)).toBe(0);
    const state = await stateOf(journal, thrown.runId);
    assertPaired(state.messages);
    expect(resultsOf(state)).toMatchObject([
      { content: 'quick done', isError: false },
      { content: expect.stringMatching(/may have taken effect/), isError: true },
    ]);
    expect(only(heard, 'sallyport.run.ended')).toMatchObject([{ outcome: 'cancelled' }]);
    expect(only(heard, 'sallyport.stream.tool_end')).toHaveLength(2);
  });

  test('what a tool answers after that changes nothing', async () => {
    verifies('AG-1');
    const late = gate<string>();
    const journal = memoryJournal();
    const agent = Agent.create({ provider: callsThenDone({ name: 'late', args: {} }), journal })
      .tool(counted('late', () => late.wait()).tool)
      .build();
    const control = new AbortController();
    const ran = thrownBy(agent.run({ message: 'go', signal: control.signal }));
    await late.reached;
    control.abort();
    const { runId } = (await ran) as RunCancelledError;
    const before = JSON.stringify(await journal.read(runId));
    late.open('too late');
    await new Promise((resolve) => setImmediate(resolve));
    expect(JSON.stringify(await journal.read(runId))).toBe(before);
  });

  test('before the run began runs nothing', async () => {
    verifies('AG-1');
    const { tool, runs } = counted('a');
    const provider = script(reply.calls({ name: 'a', args: {} }));
    const agent = Agent.create({ provider }).tool(tool).build();
    const thrown = await thrownBy(agent.run({ message: 'go', signal: AbortSignal.abort() }));
    expect(thrown).toMatchObject({ code: 'ERR_RUN_CANCELLED' });
    expect([runs.length, provider.requests.length]).toEqual([0, 0]);
  });

  test('while the model thinks ends the run, and aborts the request', async () => {
    verifies('AG-1');
    const asked = gate();
    const signals: AbortSignal[] = [];
    const agent = Agent.create({
      provider: {
        id: 'hangs',
        generate: (_request, { signal }) => {
          signals.push(signal);
          return asked.wait().then(() => reply.text('late'));
        },
      },
    }).build();
    const control = new AbortController();
    const ran = thrownBy(agent.run({ message: 'go', signal: control.signal }));
    await asked.reached;
    control.abort();
    expect(await ran).toMatchObject({ code: 'ERR_RUN_CANCELLED' });
    expect(signals[0]?.aborted).toBe(true);
  });

  test('leaves no listener on a signal that many runs share', async () => {
    verifies('C12');
    const control = new AbortController();
    for (let i = 0; i < 20; i++) {
      const agent = Agent.create({ provider: callsThenDone({ name: 'a', args: {} }) })
        .tool(counted('a', async () => 'ok').tool)
        .build();
      await agent.run({ message: 'go', signal: control.signal });
    }
    const { run, agent } = await suspended();
    await agent.resume(run.checkpoint, checkInApproved({ by: 'bob' }), { signal: control.signal });
    expect(listeners(control.signal)).toBe(0);
  });

  test('before a resume consumes no approval that then runs', async () => {
    verifies('SR-5', 'AG-1');
    const { run } = await suspended();
    const other = processOn();
    const signal = AbortSignal.abort();
    expect(
      await thrownBy(other.agent.resume(run.checkpoint, checkInApproved({ by: 'bob' }), { signal })),
    ).toMatchObject({ code: 'ERR_RUN_CANCELLED' });
    expect(other.pay.runs).toEqual([]);
  });
});

describe('the limit of model turns', () => {
  test('ends the run by name; the calls of the last turn are answered, and not run', async () => {
    verifies('AG-1', 'V19');
    const { tool, runs } = counted('again');
    const journal = memoryJournal();
    const call = reply.calls({ name: 'again', args: {} });
    const agent = Agent.create({ provider: script(call, call, call), journal, maxIterations: 3 })
      .tool(tool)
      .build();
    const heard = hear(agent);
    const thrown = (await thrownBy(agent.run({ message: 'go' }))) as RunCancelledError;
    expect(thrown).toMatchObject({ code: 'ERR_ITERATION_LIMIT', message: expect.stringContaining('3') });
    expect(runs).toHaveLength(2);
    const state = await stateOf(journal, thrown.runId);
    assertPaired(state.messages);
    expect(resultsOf(state).map(({ isError }) => isError)).toEqual([false, false, true]);
    const [starts, ends] = [
      only(heard, 'sallyport.stream.tool_start'),
      only(heard, 'sallyport.stream.tool_end'),
    ];
    expect([starts.length, ends.length]).toEqual([3, 3]);
    expect(await thrownBy(agent.retry(thrown.runId))).toMatchObject({ code: 'ERR_ITERATION_LIMIT' });
  });

  test('is no limit on an answer in the last turn', async () => {
    verifies('AG-1');
    const agent = Agent.create({ provider: saysDone(), maxIterations: 1 }).build();
    expect(await agent.run({ message: 'go' })).toMatchObject({ content: 'done', iterations: 1 });
  });
});
