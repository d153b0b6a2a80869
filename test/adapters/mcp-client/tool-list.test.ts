import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../../src/adapters/mcp-client/tool-list.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import { verifies } from '../../requirements.js';

const tool = (name: string, more: object = {}): object => ({
  name,
  inputSchema: { type: 'object' },
  ...more,
});

async function list(pages: (cursor: string | undefined) => unknown): Promise<{
  readonly names: readonly string[];
  readonly repeatable: readonly string[];
  readonly events: readonly SallyportEvent[];
}> {
  const events: SallyportEvent[] = [];
  const listed = await listTools(
    's',
    (cursor) => Promise.resolve(pages(cursor)),
    (event) => void events.push(event),
  );
  const names = listed.map(({ schema }) => schema.name);
  const repeatable = listed.filter((one) => one.repeatable).map(({ schema }) => schema.name);
  return { names, repeatable, events };
}

describe('a tool list', () => {
  test('a cursor that never ends stops at the limit of pages, with what was read', async () => {
    verifies('MC-5');
    let asked = 0;
    const { names, events } = await list(() => ({ tools: [tool(`t${asked}`)], nextCursor: `c${asked++}` }));
    expect(asked).toBe(1_000);
    expect(names).toHaveLength(1_000);
    expect(events).toEqual([
      { type: 'sallyport.mcp.list_incomplete', server: 's', reason: 'it has over 1000 pages', tools: 1_000 },
    ]);
  });

  test.each([null, ''])('a cursor of %j is the end of the list', async (nextCursor) => {
    verifies('MC-5', 'C25');
    expect(await list(() => ({ tools: [tool('a')], nextCursor }))).toMatchObject({
      names: ['a'],
      events: [],
    });
  });

  test('a cursor that is no text stops the list with a warning', async () => {
    verifies('MC-5');
    const { names, events } = await list(() => ({ tools: [tool('a')], nextCursor: 2 }));
    expect(names).toEqual(['a']);
    expect(events).toMatchObject([
      { type: 'sallyport.mcp.list_incomplete', reason: 'its cursor is a number' },
    ]);
  });

  test('each malformed tool is reported with its name and why, and is not served', async () => {
    verifies('MC-6');
    const deep = JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`) as unknown;
    const { names, events } = await list(() => ({
      tools: [
        tool('ok', { description: null, outputSchema: 7, title: [] }),
        tool('d', { description: 7 }),
        tool('s', { inputSchema: [] }),
        tool('deep', { inputSchema: deep }),
        tool('ok'),
        'text',
      ],
    }));
    expect(names).toEqual(['ok']);
    expect(events).toMatchObject(
      [
        ['d', 'its description is a number'],
        ['s', 'its inputSchema is an array'],
        ['deep', 'its inputSchema nests too deep'],
        ['ok', 'another tool of the server has this name'],
        ['(no name)', 'it is a string'],
      ].map(([name, reason]) => ({
        type: 'sallyport.mcp.tool_quarantined',
        server: 's',
        tool: name,
        reason,
      })),
    );
  });

  test.each([null, {}, { tools: {} }])('a page of %j is no list', async (page) => {
    verifies('MC-5');
    await expect(list(() => page)).rejects.toMatchObject({ code: 'ERR_MCP_TRANSPORT' });
  });

  test('a tool that reads only, or may be repeated, is known by its annotations', async () => {
    verifies('MC-4');
    const { repeatable } = await list(() => ({
      tools: [
        tool('reads', { annotations: { readOnlyHint: true } }),
        tool('repeats', { annotations: { idempotentHint: true } }),
        tool('writes', { annotations: { readOnlyHint: false } }),
        tool('lies', { annotations: 'readOnlyHint' }),
      ],
    }));
    expect(repeatable).toEqual(['reads', 'repeats']);
  });
});
