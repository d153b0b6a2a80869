import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { reply } from '../../src/adapters/models/reply.js';
import { Agent } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { hear, only } from './support/heard.js';
import { callsThenDone, script } from './support/model.js';
import { resultsOf, stateOf } from './support/recorded.js';
import { untyped } from './support/untyped.js';

/** Runs a tool that answers so, and tells what the model reads. */
async function readOf(answer: () => unknown) {
  const journal = memoryJournal();
  const agent = Agent.create({ provider: callsThenDone({ id: 'c1', name: 't', args: {} }), journal })
    .tool(counted('t', answer).tool)
    .build();
  const heard = hear(agent);
  const { runId } = await agent.run({ message: 'go' });
  const [result] = resultsOf(await stateOf(journal, runId));
  return { result, end: only(heard, 'sallyport.stream.tool_end')[0] };
}

const fails = (thrown: unknown) => () => {
  throw thrown;
};

describe('what a tool returns', () => {
  test.each<[string, () => unknown, unknown]>([
    ['nothing', () => undefined, null],
    ['a promise of nothing', async () => undefined, null],
    ['null', () => null, null],
    ['a text', () => '', ''],
    ['a Date', () => new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a Date inside', () => ({ at: new Date(0) }), { at: '1970-01-01T00:00:00.000Z' }],
    ['absent properties', () => ({ a: undefined, b: 1 }), { b: 1 }],
    ['an object without a prototype', () => Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
  ])('%s is read as JSON', async (_what, answer, read) => {
    verifies('V09', 'RC-3');
    const { result, end } = await readOf(answer);
    expect(result).toMatchObject({ content: read, isError: false });
    expect(end).toMatchObject({ status: 'settled', result: read });
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  test.each<[string, () => unknown, RegExp]>([
    ['a Map', () => new Map([['canary', 1]]), /a Map/],
    ['a Map inside', () => ({ rows: [{ m: new Map() }] }), /rows\[0\]\.m is a Map/],
    ['a function', () => () => 1, /a function/],
    ['NaN', () => Number.NaN, /NaN/],
    ['an endless number', () => ({ n: -Infinity }), /\.n is -Infinity/],
    ['a bigint', () => 10n, /a bigint/],
    ['a symbol', () => Symbol('canary'), /a symbol/],
    ['a class instance', () => new (class Row {})(), /a Row/],
    ['a cycle', () => cycle, /cycle/],
    ['a typed array', () => new Uint8Array(3), /a Uint8Array/],
  ])('%s is a tool error that names the place, and never shows the value', async (_what, answer, named) => {
    verifies('V09', 'V22');
    const { result } = await readOf(answer);
    expect(result?.isError).toBe(true);
    expect(result?.content).toMatch(named);
    expect(result?.content).not.toContain('canary');
  });

  test('10 MB of text arrive whole when there is no ceiling, and an ancient depth by name', async () => {
    verifies('RC-1', 'V09');
    const text = 'y'.repeat(10 * 1024 * 1024);
    expect((await readOf(() => text)).result?.content).toBe(text);
    let deep: unknown = 0;
    for (let i = 0; i < 5_000; i++) deep = [deep];
    expect((await readOf(() => deep)).result).toMatchObject({
      isError: true,
      content: expect.stringMatching(/levels deep/),
    });
  });

  test('stays as it was when the tool changes its object later', async () => {
    verifies('T32', 'RC-3');
    const rows = { list: [1] };
    const provider = script(
      reply.calls({ name: 't', args: {} }),
      () => {
        rows.list.push(2);
        return reply.calls({ name: 'other', args: {} });
      },
      reply.text('done'),
    );
    const journal = memoryJournal();
    const agent = Agent.create({ provider, journal })
      .tools([counted('t', () => rows).tool, counted('other').tool])
      .build();
    const { runId } = await agent.run({ message: 'go' });
    expect(resultsOf(await stateOf(journal, runId))[0]?.content).toEqual({ list: [1] });
  });

  test('with a getter is read once: the event carries what the model reads', async () => {
    verifies('RC-3');
    let reads = 0;
    const { result, end } = await readOf(() => ({
      get n() {
        return ++reads;
      },
    }));
    expect(JSON.stringify(end?.result)).toBe(JSON.stringify(result?.content));
  });
});

describe('what a tool throws', () => {
  const cyclic = new Error('with a cyclic cause');
  cyclic.cause = cyclic;
  const unreadable = {
    get message(): string {
      throw new Error('no');
    },
  };
  test.each<[string, unknown, RegExp]>([
    ['undefined', undefined, /undefined was thrown/],
    ['null', null, /null was thrown/],
    ['a text', 'out of paper', /out of paper/],
    ['an empty text', '', /\w+ was thrown/],
    ['a number', 7, /a number was thrown/],
    ['a symbol', Symbol('x'), /a symbol was thrown/],
    ['an error with a cyclic cause', cyclic, /with a cyclic cause/],
    ['an error without a message', new RangeError(), /RangeError/],
    ['an object with a message', { message: 'plain' }, /plain/],
    ['what cannot be read', unreadable, /cannot be read/],
  ])('%s is a stated error text, and the loop goes on', async (_what, thrown, named) => {
    verifies('V22', 'V19');
    for (const answer of [fails(thrown), () => Promise.reject(untyped<Error>(thrown))]) {
      const { result, end } = await readOf(answer);
      expect(result?.isError).toBe(true);
      expect(result?.content).toMatch(/^\[t failed: /);
      expect(result?.content).toMatch(named);
      expect(end).toMatchObject({ status: 'failed', result: result?.content });
    }
  });
});
