import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { reply } from '../../src/adapters/models/reply.js';
import {
  Agent,
  allow,
  ask,
  checkInApproved,
  deny,
  type SallyportEvent,
  type ToolMiddleware,
} from '../../src/index.js';
import type { EventSink } from '../../src/ports/event-sink.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { gate } from './support/gate.js';
import { hear, only } from './support/heard.js';
import { callsThenDone, script } from './support/model.js';
import { paused } from './support/paused.js';
import { resultsOf, stateOf } from './support/recorded.js';
import { untyped } from './support/untyped.js';

const LINK: ToolMiddleware = {
  name: 'gate',
  onToolCall: ({ toolName }) =>
    toolName === 'refused' ? deny('no') : toolName === 'asked' ? ask('sure?') : allow(),
};

function fourCalls() {
  const fails = counted('fails', () => {
    throw new Error('no');
  });
  const tools = [counted('fine').tool, fails.tool, counted('refused').tool, counted('asked').tool];
  const journal = memoryJournal();
  const provider = callsThenDone(
    ...['fine', 'fails', 'refused', 'asked', 'unknown'].map((name) => ({ id: name, name, args: {} })),
  );
  return { journal, builder: Agent.create({ provider, journal }).tools(tools).toolMiddleware(LINK) };
}

describe('the events of a run', () => {
  test('hold one start and one end for every call, and the end is what the model reads', async () => {
    verifies('RC-3');
    const { journal, builder } = fourCalls();
    const agent = builder.build();
    const heard = hear(agent);
    const run = paused(await agent.run({ message: 'go' }));
    await agent.resume(run.checkpoint, checkInApproved({ by: 'bob' }));
    const starts = only(heard, 'sallyport.stream.tool_start');
    const ends = only(heard, 'sallyport.stream.tool_end');
    const ids = ['fine', 'fails', 'refused', 'asked', 'unknown'];
    expect(starts.map(({ callId }) => callId)).toEqual(ids);
    expect(ends.map(({ callId }) => callId).sort()).toEqual([...ids].sort());
    const results = resultsOf(await stateOf(journal, run.runId));
    for (const { toolCallId, content } of results)
      expect(ends.find(({ callId }) => callId === toolCallId)?.result).toEqual(content);
    expect(Object.fromEntries(ends.map(({ callId, status }) => [callId, status]))).toEqual({
      fine: 'settled',
      fails: 'failed',
      refused: 'refused',
      asked: 'settled',
      unknown: 'failed',
    });
    for (const id of ids)
      expect(heard.indexOf(starts.find(({ callId }) => callId === id) as SallyportEvent)).toBeLessThan(
        heard.indexOf(ends.find(({ callId }) => callId === id) as SallyportEvent),
      );
  });

  test('tell the story of the run, in order, each with its time', async () => {
    verifies('RC-3');
    const { builder } = fourCalls();
    const agent = builder.build();
    const heard = hear(agent);
    const run = paused(await agent.run({ message: 'go' }));
    await agent.resume(run.checkpoint, checkInApproved({ by: 'bob' }));
    const story = heard
      .map(({ type }) => type)
      .filter((type) => /run\.|model\.|decision\./.test(type))
      .map((type) => type.replace('sallyport.', ''));
    expect(story).toEqual([
      'run.started',
      'model.replied',
      'run.suspended',
      'run.resumed',
      'decision.recorded',
      'model.replied',
      'run.ended',
    ]);
    for (const event of heard) expect(event).toMatchObject({ at: expect.any(Number), runId: run.runId });
  });

  test('reach one listener of one kind until it is taken off, and every sink', async () => {
    verifies('AG-1');
    const sunk: SallyportEvent[] = [];
    const sink: EventSink = { id: 'sink', emit: (event) => void sunk.push(event) };
    const provider = script(reply.text('one'), reply.text('two'));
    const agent = Agent.create({ provider, events: [sink] }).build();
    const ended: string[] = [];
    const off = agent.on('sallyport.run.ended', ({ runId }) => ended.push(runId));
    const { runId } = await agent.run({ message: 'go' });
    off();
    off();
    await agent.run({ message: 'go' });
    expect(ended).toEqual([runId]);
    expect(only(sunk, 'sallyport.run.ended')).toHaveLength(2);
  });
});

describe('a listener or sink', () => {
  test('that throws disturbs neither the run nor the next listener', async () => {
    verifies('RC-3');
    const sink: EventSink = {
      id: 'broken',
      emit: () => {
        throw new Error('sink');
      },
    };
    const journal = memoryJournal();
    const agent = Agent.create({
      provider: callsThenDone({ name: 'fine', args: {} }),
      journal,
      events: [sink],
    })
      .tool(counted('fine').tool)
      .build();
    const heard: string[] = [];
    agent.on('*', () => {
      throw new Error('listener');
    });
    agent.on('*', ({ type }) => heard.push(type));
    expect(await agent.run({ message: 'go' })).toMatchObject({ content: 'done' });
    expect(heard).toContain('sallyport.run.ended');
  });

  test('that rejects disturbs nothing either', async () => {
    verifies('RC-3');
    const agent = Agent.create({ provider: callsThenDone({ name: 'fine', args: {} }) })
      .tool(counted('fine').tool)
      .build();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      agent.on(
        '*',
        untyped<() => void>(() => Promise.reject(new Error('listener'))),
      );
      await agent.run({ message: 'go' });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  test('cannot change what the model reads, or what is recorded', async () => {
    verifies('RC-3', 'T32');
    const journal = memoryJournal();
    const provider = callsThenDone({ name: 'fine', args: {} });
    const agent = Agent.create({ provider, journal })
      .tool(counted('fine', () => ({ ok: true })).tool)
      .build();
    agent.on('sallyport.stream.tool_end', ({ result }) => {
      untyped<{ ok: unknown }>(result).ok = 'forged';
    });
    const { runId } = await agent.run({ message: 'go' });
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({ content: { ok: true } });
    expect(resultsOf(await stateOf(journal, runId))[0]?.content).toEqual({ ok: true });
  });

  test('hears the text of a streaming model as it comes', async () => {
    verifies('AG-1');
    const half = gate();
    const deltas: string[] = [];
    const agent = Agent.create({
      provider: {
        id: 'streams',
        generate: async (_request, { onDelta }) => {
          onDelta?.('do');
          await half.wait();
          onDelta?.('ne');
          return reply.text('done');
        },
      },
    }).build();
    agent.on('sallyport.stream.delta', ({ text }) => deltas.push(text));
    const ran = agent.run({ message: 'go' });
    await half.reached;
    expect(deltas).toEqual(['do']);
    half.open();
    await ran;
    expect(deltas).toEqual(['do', 'ne']);
  });
});
