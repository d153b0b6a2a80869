import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { reply } from '../../src/adapters/models/reply.js';
import { Agent, allow, ask, checkInApproved, type Json } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { callsThenDone, saysDone, script } from './support/model.js';
import { paused, travelled } from './support/paused.js';
import { resultsOf, stateOf } from './support/recorded.js';
import { untyped } from './support/untyped.js';

const SCHEMA = {
  type: 'object',
  properties: {
    to: { type: 'string' },
    lines: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
  },
  required: ['to'],
  additionalProperties: false,
} as const;

describe('nonsense arguments from a model', () => {
  test('are a tool error that names each path, and the loop goes on', async () => {
    verifies('MW-5');
    const { tool, runs } = counted('send', undefined, { inputSchema: SCHEMA });
    const journal = memoryJournal();
    const provider = script(
      reply.calls({ name: 'send', args: { to: 7, lines: [{ n: 1 }, { n: 'canary' }], extra: 1 } }),
      reply.calls({ name: 'send', args: { to: 'ann' } }),
      reply.text('done'),
    );
    const { runId } = await Agent.create({ provider, journal }).tool(tool).build().run({ message: 'go' });
    const [bad, good] = resultsOf(await stateOf(journal, runId));
    expect(bad?.isError).toBe(true);
    for (const path of ['/to', '/lines/1/n', 'extra']) expect(bad?.content).toContain(path);
    expect(bad?.content).not.toContain('canary');
    expect(good).toMatchObject({ content: 'send done', isError: false });
    expect(runs).toEqual([{ to: 'ann' }]);
  });

  test.each<[Json]>([[null], [7], ['text'], [[]], [true], [{}]])(
    'of the shape %j are refused, and never reach the tool',
    async (args) => {
      verifies('MW-5');
      const { tool, runs } = counted('send', undefined, { inputSchema: SCHEMA });
      const journal = memoryJournal();
      const agent = Agent.create({ provider: callsThenDone({ name: 'send', args }), journal })
        .tool(tool)
        .build();
      const { runId } = await agent.run({ message: 'go' });
      expect(resultsOf(await stateOf(journal, runId))).toMatchObject([{ isError: true }]);
      expect(runs).toEqual([]);
    },
  );

  test('with hundreds of faults are told in a text that stays short', async () => {
    verifies('MW-5');
    const { tool } = counted('send', undefined, { inputSchema: SCHEMA });
    const lines = Array.from({ length: 500 }, () => ({ n: 'x' }));
    const journal = memoryJournal();
    const provider = callsThenDone({ name: 'send', args: { to: 'a', lines } });
    const { runId } = await Agent.create({ provider, journal }).tool(tool).build().run({ message: 'go' });
    const [result] = resultsOf(await stateOf(journal, runId));
    expect(result?.content).toMatch(/and \d+ more/);
    expect(String(result?.content).length).toBeLessThan(2_000);
  });

  test('a tool whose schema is unusable is a tool error, and the other tools go on', async () => {
    verifies('MW-5');
    const broken = counted('broken', undefined, { inputSchema: { $ref: '#/nowhere' } });
    const fine = counted('fine');
    const journal = memoryJournal();
    const agent = Agent.create({
      provider: callsThenDone({ name: 'broken', args: {} }, { name: 'fine', args: {} }),
      journal,
    })
      .tools([broken.tool, fine.tool])
      .build();
    const { runId } = await agent.run({ message: 'go' });
    expect(resultsOf(await stateOf(journal, runId)).map(({ isError }) => isError)).toEqual([true, false]);
    expect(broken.runs).toEqual([]);
  });
});

describe('arguments with the names of the language', () => {
  const TEXT =
    '{"__proto__":{"approved":true},"constructor":{"prototype":{"x":1}},"list":[{"__proto__":{"y":1}}]}';

  test('stay plain own keys through chain, ask, journal, checkpoint and tool, and pollute nothing', async () => {
    verifies('T31');
    const journal = memoryJournal();
    const { tool, runs } = counted('set', (args) => args);
    const build = (of = memoryJournal(), provider = saysDone()) =>
      Agent.create({ provider, journal: of })
        .tool(tool)
        .toolMiddleware({
          name: 'copies',
          onToolCall: ({ args }) => allow(JSON.parse(JSON.stringify(args)) as Json, 'copies'),
        })
        .toolMiddleware({ name: 'asks', onToolCall: ({ args }) => ask('sure?', args) })
        .build();
    const provider = callsThenDone({ id: 'c1', name: 'set', args: JSON.parse(TEXT) as Json });
    const run = paused(await build(journal, provider).run({ message: 'go' }));
    const elsewhere = memoryJournal();
    await build(elsewhere).resume(travelled(run.checkpoint), checkInApproved({ by: 'bob' }));

    expect(JSON.stringify(run.pending[0]?.args)).toBe(TEXT);
    expect(JSON.stringify(run.pending[0]?.detail)).toBe(TEXT);
    expect(runs.map((args) => JSON.stringify(args))).toEqual([TEXT]);
    const [result] = resultsOf(await stateOf(elsewhere, run.runId));
    expect(JSON.stringify(result?.content)).toBe(TEXT);
    for (const name of ['approved', 'x', 'y'])
      expect(untyped<Record<string, Json>>({})[name]).toBeUndefined();
    expect(Object.getPrototypeOf(runs[0])).toBe(Object.prototype);
  });

  test('a schema that closes the object refuses them', async () => {
    verifies('T31');
    const { tool, runs } = counted('send', undefined, { inputSchema: SCHEMA });
    const args = JSON.parse('{"to":"ann","__proto__":{"approved":true}}') as Json;
    const journal = memoryJournal();
    const agent = Agent.create({ provider: callsThenDone({ name: 'send', args }), journal })
      .tool(tool)
      .build();
    const { runId } = await agent.run({ message: 'go' });
    expect(resultsOf(await stateOf(journal, runId))).toMatchObject([{ isError: true }]);
    expect(runs).toEqual([]);
  });

  test.each([['__proto__'], ['constructor'], ['toString'], ['hasOwnProperty']])(
    'a tool called %s that is not there is unknown',
    async (name) => {
      verifies('T31', 'TP-4');
      const journal = memoryJournal();
      const agent = Agent.create({
        provider: callsThenDone({ id: '__proto__', name, args: {} }),
        journal,
      }).build();
      const { runId } = await agent.run({ message: 'go' });
      expect(resultsOf(await stateOf(journal, runId))).toMatchObject([
        { isError: true, content: expect.stringContaining('unknown tool') },
      ]);
    },
  );
});
