import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { virtualClock } from '../../src/adapters/clock/virtual.js';
import { reply } from '../../src/adapters/models/reply.js';
import { Agent, allow, type ToolMiddleware } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { gate } from './support/gate.js';
import { hear, only } from './support/heard.js';
import { callsThenDone, script } from './support/model.js';
import { resultsOf, stateOf } from './support/recorded.js';

const THREE = [
  { id: 'x', name: 'work', args: { n: 0 } },
  { id: 'y', name: 'work', args: { n: 1 } },
  { id: 'z', name: 'work', args: { n: 2 } },
] as const;

describe('parallel calls of one reply', () => {
  test('all run at once, and their results land in the order of the model', async () => {
    verifies('AG-5');
    const gates = [gate<string>(), gate<string>(), gate<string>()];
    const { tool } = counted('work', ({ n }) => gates[n as number]?.wait());
    const journal = memoryJournal();
    const provider = callsThenDone(...THREE);
    const agent = Agent.create({ provider, journal }).tool(tool).build();
    const heard = hear(agent);
    const ran = agent.run({ message: 'go' });
    await Promise.all(gates.map(({ reached }) => reached));
    for (const n of [2, 0, 1]) {
      gates[n]?.open(`result ${n}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { runId } = await ran;
    const results = resultsOf(await stateOf(journal, runId));
    expect(results.map(({ toolCallId }) => toolCallId)).toEqual(['x', 'y', 'z']);
    expect(results.map(({ content }) => content)).toEqual(['result 0', 'result 1', 'result 2']);
    expect(provider.requests[1]?.messages.slice(-3)).toEqual(results);
    expect(only(heard, 'sallyport.stream.tool_end').map(({ callId }) => callId)).toEqual(['z', 'x', 'y']);
  });

  test.each<[string, ToolMiddleware | undefined]>([
    ['without a link', undefined],
    ['with a link that decides at once', { name: 'a', onToolCall: () => allow() }],
    ['with a link that decides later', { name: 'a', onToolCall: async () => allow() }],
  ])('three of 100 ms take 100 ms, not 300, %s', async (_how, link) => {
    verifies('V03', 'AG-5');
    const clock = virtualClock();
    const gates: (() => void)[] = [];
    const allAsleep = new Promise<void>((resolve) => gates.push(resolve));
    let asleep = 0;
    const { tool } = counted('work', async (_args, { signal }) => {
      const slept = clock.sleep(100, signal);
      if (++asleep === 3) gates[0]?.();
      await slept;
      return 'ok';
    });
    const builder = Agent.create({
      provider: callsThenDone(...THREE),
      clock,
      permissionChecker: { name: 'policy', check: () => Promise.resolve('allow' as const) },
    }).tool(tool);
    const agent = (link === undefined ? builder : builder.toolMiddleware(link)).build();
    const heard = hear(agent);
    const began = clock.now();
    const ran = agent.run({ message: 'go' });
    await allAsleep;
    await clock.advance(100);
    await ran;
    expect(clock.now() - began).toBe(100);
    expect(only(heard, 'sallyport.stream.tool_end').map(({ durationMs }) => durationMs)).toEqual([
      100, 100, 100,
    ]);
  });

  test('calls to which the model gave one id are told apart', async () => {
    verifies('AG-5', 'V19');
    const { tool, runs } = counted('work', ({ n }) => n);
    const journal = memoryJournal();
    const provider = script(
      reply.calls({ id: 'same', name: 'work', args: { n: 1 } }, { id: 'same', name: 'work', args: { n: 2 } }),
      reply.calls({ id: 'same', name: 'work', args: { n: 3 } }),
      reply.text('done'),
    );
    const { runId } = await Agent.create({ provider, journal }).tool(tool).build().run({ message: 'go' });
    const results = resultsOf(await stateOf(journal, runId));
    expect(results.map(({ content }) => content)).toEqual([1, 2, 3]);
    expect(new Set(results.map(({ toolCallId }) => toolCallId)).size).toBe(3);
    expect(runs).toHaveLength(3);
  });

  test('one that fails takes no other with it', async () => {
    verifies('AG-5', 'V22');
    const { tool } = counted('work', ({ n }) => {
      if (n === 1) throw new Error('no');
      return n;
    });
    const journal = memoryJournal();
    const agent = Agent.create({ provider: callsThenDone(...THREE), journal })
      .tool(tool)
      .build();
    const { runId } = await agent.run({ message: 'go' });
    expect(resultsOf(await stateOf(journal, runId)).map(({ isError }) => isError)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
