import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import { withModelProfile } from '../../../src/adapters/models/profiled.js';
import { reply } from '../../../src/adapters/models/reply.js';
import { scripted, type ScriptStep } from '../../../src/adapters/models/scripted.js';
import { toolNames } from '../../../src/domain/model-profile/tool-names.js';
import { Agent } from '../../../src/index.js';
import { languageModelContract, type ModelTurn } from '../../../src/ports/contracts/language-model.js';
import type { ModelReply, ModelRequest } from '../../../src/ports/language-model.js';
import { counted } from '../../app/support/counted.js';
import { resultsOf, stateOf } from '../../app/support/recorded.js';
import { verifies } from '../../requirements.js';

const signal = new AbortController().signal;

function stepOf(turn: ModelTurn): ScriptStep {
  if (turn === 'refuses') return new Error('400 the vendor refuses');
  if (turn === 'garbles') return () => ({ choices: [] }) as never;
  if (turn === 'hangs') return () => new Promise<ModelReply>(() => undefined);
  return 'text' in turn ? reply.text(turn.text) : reply.calls(...turn.calls);
}

describe('withModelProfile', () => {
  languageModelContract(
    { describe, test },
    {
      open: (turns) => {
        const vendor = scripted(turns.map(stepOf));
        return {
          model: withModelProfile(vendor, 'gemini'),
          lastAsked: () => JSON.stringify(vendor.requests.at(-1)),
          close: () => undefined,
        };
      },
    },
  );

  test("tells the provider its own names, in the history too, and answers with the tools' own", async () => {
    verifies('C32');
    const { toModel } = toolNames([{ name: 'calendar.list' }], 'anthropic');
    const vendor = scripted([
      reply.calls({ name: toModel('calendar.list'), args: {} }, { name: 'nowhere', args: {} }),
    ]);
    const request: ModelRequest = {
      system: 'Be brief.',
      tools: [{ name: 'calendar.list', description: 'Lists.', inputSchema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'calendar.list' },
        {
          role: 'assistant',
          content: '',
          toolCalls: [
            { id: '1', name: 'calendar.list', args: {} },
            { id: '2', name: 'gone.by', args: {} },
          ],
        },
        { role: 'tool', toolCallId: '1', toolName: 'calendar.list', content: [], isError: false },
        { role: 'tool', toolCallId: '2', toolName: 'gone.by', content: 'x', isError: true },
      ],
    };
    const before = JSON.stringify(request);
    const { toolCalls } = await withModelProfile(vendor, 'anthropic').generate(request, { signal });
    expect(toolCalls?.map(({ name }) => name)).toEqual(['calendar.list', 'nowhere']);
    expect(JSON.stringify(request)).toBe(before);
    const [asked] = vendor.requests;
    expect(asked).toMatchObject({
      system: 'Be brief.',
      tools: [{ name: toModel('calendar.list'), inputSchema: { type: 'object', properties: {} } }],
      messages: [
        { content: 'calendar.list' },
        { toolCalls: [{ name: toModel('calendar.list') }, { name: toModel('gone.by') }] },
        { toolName: toModel('calendar.list'), content: [] },
        { toolName: toModel('gone.by') },
      ],
    });
  });

  test('an agent enforces what the provider could not be shown, and calls the tool by its own name', async () => {
    verifies('C31', 'C32');
    const { tool, runs } = counted('bank.pay', undefined, {
      inputSchema: {
        type: 'object',
        properties: { iban: { type: 'string' }, name: { type: 'string' } },
        anyOf: [{ required: ['iban'] }, { required: ['name'] }],
      },
    });
    const name = toolNames([{ name: 'bank.pay' }], 'openai').toModel('bank.pay');
    const vendor = scripted([
      reply.calls({ name, args: {} }, { name: 'bank_pay', args: {} }),
      reply.calls({ name, args: { iban: 'x' } }),
      reply.text('done'),
    ]);
    const journal = memoryJournal();
    const provider = withModelProfile(vendor, 'openai');
    const { runId } = await Agent.create({ provider, journal }).tool(tool).build().run({ message: 'go' });
    const [unmatched, unknown, paid] = resultsOf(await stateOf(journal, runId));
    expect(unmatched).toMatchObject({ isError: true, content: expect.stringContaining('iban') });
    expect(unknown).toMatchObject({ isError: true, content: expect.stringContaining('bank_pay') });
    expect(paid).toMatchObject({ isError: false });
    expect(runs).toEqual([{ iban: 'x' }]);
    for (const { tools } of vendor.requests) {
      expect(tools[0]?.name).toBe(name);
      expect(JSON.stringify(tools)).not.toContain('anyOf');
    }
    vendor.assertConsumed();
  });

  test('refuses what is no model, and a profile that there is not', () => {
    expect(() => withModelProfile({ id: 'x' } as never, 'openai')).toThrow(/"model" must be a LanguageModel/);
    expect(() => withModelProfile(scripted([]), 'mistral' as never)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', message: expect.stringContaining("'gemini'") }),
    );
  });
});
