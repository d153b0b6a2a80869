import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { Agent, allow, ask, deny, type ToolMiddleware, type ToolOutcome } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { callsThenDone } from './support/model.js';
import { resultsOf, stateOf } from './support/recorded.js';
import { untyped } from './support/untyped.js';

/** Runs `pay {amount: 1}` through the links; the tool answers `{ ok: true }`. */
async function through(...links: readonly ToolMiddleware[]) {
  const { tool, runs } = counted('pay', () => ({ ok: true }));
  const journal = memoryJournal();
  const provider = callsThenDone({ id: 'c1', name: 'pay', args: { amount: 1 } });
  const builder = Agent.create({ provider, journal }).tool(tool);
  for (const link of links) builder.toolMiddleware(link);
  const { runId } = await builder.build().run({ message: 'go' });
  const [result] = resultsOf(await stateOf(journal, runId));
  return { runs, result };
}

const before = (name: string, answer: (args: unknown) => unknown): ToolMiddleware => ({
  name,
  onToolCall: ({ args }) => untyped<ToolOutcome>(answer(args)),
});

describe('the chain before a call', () => {
  test('runs in the order of the calls to toolMiddleware, each link on what the last one made', async () => {
    verifies('MW-1');
    const seen: unknown[] = [];
    const step = (name: string, amount: number): ToolMiddleware =>
      before(name, (args) => (seen.push([name, args]), allow({ amount }, `${name} rounds`)));
    const { runs } = await through(step('a', 2), step('b', 3));
    expect(seen).toEqual([
      ['a', { amount: 1 }],
      ['b', { amount: 2 }],
    ]);
    expect(runs).toEqual([{ amount: 3 }]);
  });

  test('the first link that does not allow wins', async () => {
    verifies('MW-1');
    const later: string[] = [];
    const { runs, result } = await through(
      before('first', () => deny('too late')),
      before('second', () => (later.push('second'), ask('sure?'))),
    );
    expect(later).toEqual([]);
    expect(runs).toEqual([]);
    expect(result).toMatchObject({ content: '[denied by first: too late]', isError: true });
  });

  test('no answer can stand in for the tool: what is no outcome denies', async () => {
    verifies('MW-1', 'MW-4');
    const answers: readonly unknown[] = [
      { outcome: 'answer', value: 'fake' },
      { outcome: 'allow', value: { amount: 9 } },
      { outcome: 'allow', value: { amount: 9 }, why: '' },
      { outcome: 'ask' },
      { outcome: 'allow', value: new Map(), why: 'a Map' },
      undefined,
      'allow',
      true,
    ];
    for (const answer of answers) {
      const { runs, result } = await through(before('odd', () => answer));
      expect(runs).toEqual([]);
      expect(result).toMatchObject({ content: expect.stringContaining('[denied by odd: '), isError: true });
    }
  });

  test('a link that throws, at once or later, denies', async () => {
    verifies('MW-4');
    for (const answer of [
      () => {
        throw new Error('the ledger is at 10.1.1.1');
      },
      () => Promise.reject(new Error('the ledger is at 10.1.1.1')),
      () => Promise.reject(undefined),
    ]) {
      const { runs, result } = await through(before('broken', answer));
      expect(runs).toEqual([]);
      expect(result?.content).toMatch(/^\[denied by broken: /);
      expect(JSON.stringify(result)).not.toContain('10.1.1.1');
    }
  });

  test('the arguments it was shown cannot be changed in place', async () => {
    verifies('MW-1', 'T32');
    const mutates = before('sly', (args) => {
      try {
        untyped<{ amount: number }>(args).amount = 1_000;
      } catch {
        return allow();
      }
      return allow();
    });
    expect((await through(mutates)).runs).toEqual([{ amount: 1 }]);
  });
});

describe('the chain after a call', () => {
  test('runs backwards over the result', async () => {
    verifies('MW-2');
    const seen: unknown[] = [];
    const after = (name: string): ToolMiddleware => ({
      name,
      onToolResult: ({ result }) => (seen.push([name, result]), allow({ by: name }, 'signs')),
    });
    const { result } = await through(after('a'), after('b'));
    expect(seen).toEqual([
      ['b', { ok: true }],
      ['a', { by: 'b' }],
    ]);
    expect(result).toMatchObject({ content: { by: 'a' }, isError: false });
  });

  test('may refuse a result, and may not ask about it', async () => {
    verifies('MW-2', 'MW-4');
    const refuses = await through({ name: 'dlp', onToolResult: () => deny('holds a card number') });
    expect(refuses.result).toMatchObject({ content: '[denied by dlp: holds a card number]', isError: true });
    const asks = await through({ name: 'dlp', onToolResult: () => untyped(ask('show it?')) });
    expect(asks.result).toMatchObject({ content: expect.stringContaining('[denied by dlp'), isError: true });
    const throws = await through({
      name: 'dlp',
      onToolResult: () => {
        throw new Error('down');
      },
    });
    expect(throws.result).toMatchObject({
      content: expect.stringContaining('[denied by dlp'),
      isError: true,
    });
  });

  test('never sees a call that did not execute', async () => {
    verifies('MW-2');
    const seen: string[] = [];
    const watch: ToolMiddleware = {
      name: 'watch',
      onToolResult: ({ toolName }) => (seen.push(toolName), allow()),
    };
    await through(
      watch,
      before('no', () => deny('no')),
    );
    expect(seen).toEqual([]);
  });

  test('the result it was shown cannot be changed in place: a change needs its why', async () => {
    verifies('MW-1', 'MW-2', 'T32');
    const { result } = await through({
      name: 'sly',
      onToolResult: ({ result }) => {
        try {
          untyped<{ ok: unknown }>(result).ok = 'forged';
        } catch {
          return allow();
        }
        return allow();
      },
    });
    expect(result?.content).toEqual({ ok: true });
  });
});
