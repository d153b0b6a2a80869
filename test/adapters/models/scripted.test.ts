import { describe, expect, test } from '@jest/globals';
import { reply } from '../../../src/adapters/models/reply.js';
import { scripted, type ScriptStep } from '../../../src/adapters/models/scripted.js';
import { languageModelContract, type ModelTurn } from '../../../src/ports/contracts/language-model.js';
import type { ModelReply, ModelRequest } from '../../../src/ports/language-model.js';

const signal = new AbortController().signal;
const asking = (content: string): ModelRequest => ({ messages: [{ role: 'user', content }], tools: [] });

function stepOf(turn: ModelTurn): ScriptStep {
  if (turn === 'refuses') return new Error('400 the vendor refuses');
  if (turn === 'garbles') return () => ({ choices: [] }) as never;
  if (turn === 'hangs') return () => new Promise<ModelReply>(() => undefined);
  return 'text' in turn ? reply.text(turn.text) : reply.calls(...turn.calls);
}

describe('scripted', () => {
  languageModelContract(
    { describe, test },
    {
      open: (turns) => {
        const model = scripted(turns.map(stepOf));
        return { model, lastAsked: () => JSON.stringify(model.requests.at(-1)), close: () => undefined };
      },
    },
  );

  test('plays replies, functions and errors in order, and records what it was asked', async () => {
    const model = scripted(
      [
        reply.text('one'),
        async ({ messages }) => reply.text(`${messages.length} seen`),
        new TypeError('down'),
      ],
      { id: 'play' },
    );
    expect(model.id).toBe('play');
    expect(await model.generate(asking('a'), { signal })).toEqual({ content: 'one' });
    expect(await model.generate(asking('b'), { signal })).toEqual({ content: '1 seen' });
    await expect(model.generate(asking('c'), { signal })).rejects.toThrow(new TypeError('down'));
    expect(model.requests).toEqual([asking('a'), asking('b'), asking('c')]);
    expect(() => model.assertConsumed()).not.toThrow();
  });

  test('numbers calls by step, so that no id occurs twice in a run', async () => {
    const model = scripted([
      reply.calls(
        { name: 'a', args: {} },
        { name: 'b', args: { x: 1 }, id: 'mine' },
        { name: 'c', args: {} },
      ),
      () => reply.calls({ name: 'a', args: {} }),
    ]);
    const ids = async (): Promise<string[] | undefined> =>
      (await model.generate(asking('x'), { signal })).toolCalls?.map(({ id }) => id);
    expect(await ids()).toEqual(['call_1_1', 'mine', 'call_1_3']);
    expect(await ids()).toEqual(['call_2_1']);
  });

  test('fails on a call too many, saying who spoke last but not what', async () => {
    const model = scripted([]);
    const asked = model.generate(
      {
        messages: [
          { role: 'user', content: 'secret-1' },
          { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'pay', args: { to: 'secret-2' } }] },
          { role: 'tool', toolCallId: 'c', toolName: 'pay', content: 'secret-3', isError: false },
        ],
        tools: [],
      },
      { signal },
    );
    await expect(asked).rejects.toMatchObject({
      code: 'ERR_SCRIPT_MISMATCH',
      message: expect.stringMatching(
        /has 0 steps, and was asked for number 1.*user, assistant \(calls pay\), tool \(pay\)/,
      ),
    });
    await expect(asked).rejects.not.toThrow(/secret/);
  });

  test('assertConsumed names the steps that were not used', async () => {
    const later = (): ModelReply => reply.text('x');
    const model = scripted([
      reply.text('1'),
      reply.text('2'),
      reply.calls({ name: 'pay', args: {} }),
      later,
      new TypeError(),
    ]);
    await model.generate(asking('a'), { signal });
    expect(() => model.assertConsumed()).toThrow(
      /has 5 steps, .*not used: 2 \(text\), 3 \(calls pay\), 4 \(function later\), 5 \(throws TypeError\)/,
    );
  });

  test('refuses an unknown option', () => {
    expect(() => scripted([], { name: 'x' } as never)).toThrow(/no option "name"/);
  });
});
