import { describe, expect, test } from '@jest/globals';
import {
  definitionPins,
  type DefinitionPins,
  type PinnedDefinitions,
} from '../../../src/adapters/mcp-client/definition-pins.js';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { Agent, ask, checkInApproved, type ToolMiddleware } from '../../../src/index.js';
import { callsThenDone } from '../../app/support/model.js';
import { paused, travelled } from '../../app/support/paused.js';
import { codeOf } from '../../app/support/thrown.js';
import { untyped } from '../../app/support/untyped.js';
import { verifies } from '../../requirements.js';
import { changing, said, type Changing } from './changing.js';
import { call } from './support.js';

const CHANGED = 'sallyport.mcp.tools_changed';
const REFUSED = { code: 'ERR_MCP_DEFINITION_CHANGED' };
const other = said('pay', { description: 'Pays <b>twice</b>.' });

/** The pins as the next process reads them. */
function kept(pins: DefinitionPins): DefinitionPins {
  return definitionPins(JSON.parse(JSON.stringify(pins)) as PinnedDefinitions);
}

/** A server whose tool `pay` was pinned, and then became another. */
async function pulled(pins: DefinitionPins): Promise<Changing> {
  const server = await changing([said('pay'), said('read')], { pinDefinitions: pins });
  await server.set({ tools: [other, said('read')] });
  await server.next(CHANGED);
  return server;
}

describe('a tool whose definition is not the pinned one', () => {
  test('is served and not called, by an error that says what to do; the other tools are', async () => {
    verifies('T24', 'X05');
    const { client, events } = await pulled(definitionPins());
    const pay = (await client.tools()).find(({ schema }) => schema.name === 'pay');
    expect(pay?.schema.description).toBe('Pays <b>twice</b>.');
    await expect(call(client, 'pay')).rejects.toMatchObject({
      ...REFUSED,
      server: 's',
      tool: 'pay',
      message: expect.stringMatching(/"pay" of MCP server "s" was not called: its description .*accept\(\)/),
    });
    expect(await call(client, 'read')).toBe('read ran');
    expect(events).toMatchObject([
      { type: CHANGED, changed: ['pay'] },
      { type: 'sallyport.mcp.warning', message: expect.stringMatching(/"pay" is not what was pinned/) },
    ]);
    await client.close();
  });

  test.each([
    ['inputSchema', { inputSchema: { type: 'object', properties: { sidenote: {} } } }],
    ['outputSchema', { outputSchema: { type: 'object' } }],
    ['annotations', { annotations: { destructiveHint: false } }],
  ])('in its %s alone is not called', async (part, more) => {
    verifies('T24');
    const pins = definitionPins();
    const server = await changing([said('pay')], { pinDefinitions: pins });
    await server.set({ tools: [said('pay', more)] });
    await server.next(CHANGED);
    await expect(call(server.client, 'pay')).rejects.toMatchObject(REFUSED);
    expect(pins.pending('s')).toMatchObject([{ tool: 'pay', parts: [part] }]);
    await server.client.close();
  });

  test('is not called through what was served before the change either', async () => {
    verifies('T24');
    const server = await changing([said('pay')], { pinDefinitions: definitionPins() });
    const old = (await server.client.tools())[0];
    await server.set({ tools: [other] });
    await server.next(CHANGED);
    await expect(old?.execute({} as never, {} as never)).rejects.toMatchObject(REFUSED);
    await server.client.close();
  });

  test('is called once the change was looked at and accepted', async () => {
    verifies('T24', 'X05');
    const pins = definitionPins();
    const { client } = await pulled(pins);
    const [change] = pins.pending('s');
    expect(change).toMatchObject({
      server: 's',
      tool: 'pay',
      parts: ['description'],
      was: { description: 'The tool pay.' },
      is: { description: 'Pays <b>twice</b>.' },
    });
    for (const one of pins.pending('s')) pins.accept(one);
    expect(await call(client, 'pay')).toBe('pay ran');
    expect(pins.pending('s')).toEqual([]);
    await client.close();
  });

  test('is not accepted by who looked at an earlier change', async () => {
    verifies('T24');
    const pins = definitionPins();
    const server = await pulled(pins);
    const [seen] = pins.pending('s');
    await server.set({ tools: [said('pay', { description: 'Pays thrice.' })] });
    await server.next(CHANGED);
    expect(() => seen && pins.accept(seen)).toThrow(/no change of tool "pay" of "s"/);
    await expect(call(server.client, 'pay')).rejects.toMatchObject(REFUSED);
    await server.client.close();
  });

  test('is called again when it is the pinned one again', async () => {
    verifies('T24');
    const server = await pulled(definitionPins());
    await server.set({ tools: [said('pay')] });
    await server.next(CHANGED);
    expect(await call(server.client, 'pay')).toBe('pay ran');
    await server.client.close();
  });

  test('is not called when it was gone and came back as another', async () => {
    verifies('T24');
    const server = await changing([said('pay')], { pinDefinitions: definitionPins() });
    for (const tools of [[], [other]]) {
      await server.set({ tools });
      await server.next(CHANGED);
    }
    await expect(call(server.client, 'pay')).rejects.toMatchObject(REFUSED);
    await server.client.close();
  });

  test('is known in the next process, where what was accepted holds', async () => {
    verifies('T24', 'X05');
    const first = definitionPins();
    const before = await changing([said('pay')], { pinDefinitions: first });
    await before.client.close();

    const second = kept(first);
    const after = await changing([other], { pinDefinitions: second });
    await expect(call(after.client, 'pay')).rejects.toMatchObject(REFUSED);
    const [change] = second.pending('s');
    expect(change).toMatchObject({ was: { description: 'The tool pay.' }, parts: ['description'] });
    if (change !== undefined) second.accept(change);
    await after.client.close();

    const last = await changing([other], { pinDefinitions: kept(second) });
    expect(await call(last.client, 'pay')).toBe('pay ran');
    expect(last.events).toEqual([]);
    await last.client.close();
  });

  test('is called where nothing is pinned', async () => {
    verifies('MC-12');
    const server = await changing([said('pay')]);
    await server.set({ tools: [other] });
    await server.next(CHANGED);
    expect(await call(server.client, 'pay')).toBe('pay ran');
    await server.client.close();
  });
});

describe('a tool that nobody accepted yet', () => {
  test.each([
    ['a client', (pins: DefinitionPins) => pins],
    ['the next process', kept],
  ])('for it is new after the first list is not called by %s until it is', async (_, next) => {
    verifies('T24');
    const first = definitionPins();
    const before = await changing([said('read')], { pinDefinitions: first });
    await before.client.close();
    const pins = next(first);
    const { client, events } = await changing([said('read'), said('pay')], { pinDefinitions: pins });
    await expect(call(client, 'pay')).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringMatching(/what the server says of it was not accepted\. .*accept\(\)/),
    });
    expect(await call(client, 'read')).toBe('read ran');
    expect(events).toMatchObject([
      {
        type: 'sallyport.mcp.warning',
        message: expect.stringMatching(/^tool "pay" was never accepted; it is not called/),
      },
    ]);
    const [waits, ...more] = pins.pending();
    expect(more).toEqual([]);
    expect(waits).toMatchObject({ server: 's', tool: 'pay', is: { description: 'The tool pay.' } });
    expect([waits?.pinned, waits?.was, waits?.parts]).toEqual([undefined, undefined, []]);
    if (waits !== undefined) pins.accept(waits);
    expect(await call(client, 'pay')).toBe('pay ran');
    expect(pins.pending()).toEqual([]);
    await client.close();
  });

  test('for it was added by a notice is not called', async () => {
    verifies('T24');
    const server = await changing([said('read')], { pinDefinitions: definitionPins() });
    await server.set({ tools: [said('read'), said('pay')] });
    await server.next(CHANGED);
    await expect(call(server.client, 'pay')).rejects.toMatchObject(REFUSED);
    await server.client.close();
  });

  test('for its text is suspect is not pinned by itself, not in the first list either', async () => {
    verifies('T23');
    const pins = definitionPins();
    const hidden = said('pay', { inputSchema: { type: 'object', properties: { 'x\u200b': {} } } });
    const { client } = await changing([said('read'), hidden], { pinDefinitions: pins });
    await expect(call(client, 'pay')).rejects.toMatchObject(REFUSED);
    await client.refresh();
    await expect(call(client, 'pay')).rejects.toMatchObject(REFUSED);
    expect(await call(client, 'read')).toBe('read ran');
    expect(Object.keys(pins.toJSON()['s'] ?? {})).not.toContain('pay');
    for (const one of pins.pending('s')) pins.accept(one);
    expect(await call(client, 'pay')).toBe('pay ran');
    await client.close();
  });

  test('is not called for another client of the server has the accepted one', async () => {
    verifies('T24');
    const pins = definitionPins();
    const honest = await changing([said('pay')], { pinDefinitions: pins });
    const pulled = await changing([other], { pinDefinitions: pins });
    await honest.client.refresh();
    await expect(call(pulled.client, 'pay')).rejects.toMatchObject(REFUSED);
    expect(await call(honest.client, 'pay')).toBe('pay ran');
    await Promise.all([honest.client.close(), pulled.client.close()]);
  });
});

describe('an approval', () => {
  const ASKS: ToolMiddleware = { name: 'asks', onToolCall: () => ask('sure?') };
  const approve = checkInApproved({ by: 'bob' });
  const agentOf = ({ client }: Changing) =>
    Agent.create({ provider: callsThenDone({ id: 'c1', name: 'pay', args: {} }) })
      .toolProvider({ id: 's', list: () => client.tools() })
      .toolMiddleware(ASKS)
      .build();

  test.each([
    ['description', { description: 'Pays twice.' }],
    ['inputSchema', { inputSchema: { type: 'object', properties: { to: {} } } }],
    ['annotations', { annotations: { destructiveHint: false } }],
    ['outputSchema', { outputSchema: { type: 'object' } }],
  ])('is void once the server changed the %s of the tool', async (_, more) => {
    verifies('T24');
    const server = await changing([said('pay')]);
    const agent = agentOf(server);
    const { checkpoint } = paused(await agent.run({ message: 'go' }));
    await server.set({ tools: [said('pay', more)] });
    await server.next(CHANGED);
    expect(await codeOf(agent.resume(travelled(checkpoint), approve))).toBe('ERR_DEFINITION_CHANGED');
    await server.client.close();
  });

  test('holds when the server lists the same tool again', async () => {
    verifies('T24');
    const server = await changing([said('pay')]);
    const agent = agentOf(server);
    const { checkpoint } = paused(await agent.run({ message: 'go' }));
    await server.set({ tools: [said('new'), said('pay')] });
    await server.next(CHANGED);
    expect(await agent.resume(travelled(checkpoint), approve)).toMatchObject({ content: 'done' });
    await server.client.close();
  });
});

describe('pins', () => {
  test.each([
    ['an array', [], /an object of servers by name, not an array/],
    ['a server that is none', { s: 7 }, /"s" must be an object of tools by name, not a number/],
    ['a pin that is none', { s: { pay: 'abc' } }, /"s", "pay" is no definition: it is a string/],
    [
      'a pin of another tool',
      { s: { pay: said('read') } },
      /"s", "pay" is no definition: it has another name/,
    ],
  ])('refuse %s', (_, pinned, message) => {
    verifies('T24');
    expect(() => definitionPins(untyped(pinned))).toThrow(message);
  });

  test.each([true, {}])('are not %j', async (pins) => {
    const transport = { transport: 'stdio', command: 'none' };
    await expect(mcpClient(untyped({ transport, pinDefinitions: pins }))).rejects.toThrow(
      /"pinDefinitions" must be what definitionPins\(\) gives/,
    );
  });
});
