import type { ServerResponse } from 'node:http';
import { describe, expect, jest, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { ToolSnapshot } from '../../../src/adapters/mcp-client/tool-snapshot.js';
import { gatedTools } from '../../../src/adapters/tool-providers/gated-tools.js';
import { staticTools } from '../../../src/adapters/tool-providers/static-tools.js';
import type { Tool } from '../../../src/domain/tool.js';
import { answer, rawHttp } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { changing, heard, namesOf, said } from './changing.js';
import { event, stream } from './http-support.js';
import { call } from './support.js';
import { timersOf } from './timers-of.js';

const CHANGED = 'sallyport.mcp.tools_changed';

describe('a server that says its tools changed', () => {
  test('is listed once for a burst of notices, and subscribers are told what is new, gone and other', async () => {
    verifies('MC-12', 'C27');
    const server = await changing([said('b'), said('gone'), said('a')]);
    await server.set({
      tools: [said('z'), said('b', { description: 'Other.' }), said('a'), said('n')],
      notices: 500,
    });
    expect(await server.next(CHANGED)).toEqual({
      type: CHANGED,
      server: 's',
      added: ['n', 'z'],
      removed: ['gone'],
      changed: ['b'],
    });
    expect(await server.names()).toEqual(['z', 'b', 'a', 'n']);
    expect(await server.lists()).toBe(2);
    await server.client.close();
  });

  test.each([
    ['inputSchema', { inputSchema: { type: 'object', properties: { to: {} } } }],
    ['outputSchema', { outputSchema: { type: 'object' } }],
    ['annotations', { annotations: { destructiveHint: false } }],
  ])('has changed a tool when its %s is another', async (_, more) => {
    verifies('MC-12');
    const server = await changing([said('a')]);
    await server.set({ tools: [said('a', more)] });
    expect(await server.next(CHANGED)).toMatchObject({ added: [], removed: [], changed: ['a'] });
    await server.client.close();
  });

  test('has changed nothing when the order of tools or keys is another, and the tools stay the same objects', async () => {
    verifies('MC-12');
    const server = await changing([said('a'), said('b')]);
    const [a] = await server.client.tools();
    await server.set({
      tools: [said('b'), { inputSchema: { type: 'object' }, description: 'The tool a.', name: 'a' }],
      notices: 0,
    });
    const [, again] = await server.client.refresh();
    expect(again).toBe(a);
    expect(server.events).toEqual([]);
    await server.client.close();
  });

  test('over HTTP is heard on the stream that the client listens to', async () => {
    verifies('MC-12', 'C27');
    let listening: (response: ServerResponse) => void = () => undefined;
    const listener = new Promise<ServerResponse>((resolve) => (listening = resolve));
    let tools = [said('a')];
    const server = await rawHttp(({ method, rpc }, response) => {
      if (method === 'GET') {
        stream(response, ': hello\n\n');
        listening(response);
        return true;
      }
      if (rpc.method !== 'tools/list') return false;
      answer(response, rpc.id, { tools });
      return true;
    });
    const { onEvent, next } = heard();
    const client = await mcpClient({ transport: { transport: 'http', url: server.url }, onEvent });
    await client.tools();
    tools = [said('a'), said('b')];
    (await listener).write(event({ method: 'notifications/tools/list_changed' }).repeat(3));
    expect(await next(CHANGED)).toMatchObject({ added: ['b'] });
    expect(await namesOf(client)).toEqual(['a', 'b']);
    expect(server.seen.filter(({ rpc }) => rpc.method === 'tools/list')).toHaveLength(2);
    await client.close();
    await server.close();
  });

  test('and then cannot be listed loses no tool, and a warning says so', async () => {
    verifies('MC-12', 'MC-2', 'C27');
    const server = await changing([said('a')]);
    const before = await server.client.tools();
    await server.set({ tools: [said('b')], listing: 'breaks' });
    expect(await server.next('sallyport.mcp.warning')).toMatchObject({
      server: 's',
      message: expect.stringMatching(/could not be listed again \(ERR_MCP_TRANSPORT\).*kept/),
    });
    expect(await server.client.tools()).toBe(before);
    expect(server.events).toHaveLength(1);
    await server.set({});
    expect(await server.next(CHANGED)).toMatchObject({ added: ['b'], removed: ['a'] });
    await server.client.close();
  });

  test('while it is being listed is listed again after that', async () => {
    verifies('MC-12', 'MC-2');
    const server = await changing([said('a')]);
    await server.set({ listing: 'waits', notices: 0 });
    const slow = server.client.refresh();
    expect(await server.lists()).toBe(2);
    await server.set({ tools: [said('b')], listing: 'waits' });
    await slow;
    expect(await server.next(CHANGED)).toMatchObject({ added: ['b'] });
    while ((await server.lists()) < 3);
    await server.set({ tools: [said('c')], notices: 0 });
    expect(await server.next(CHANGED)).toMatchObject({ added: ['c'], removed: ['b'] });
    await server.client.close();
  });

  test('shows the new tools through a gate only where the gate lets them through', async () => {
    verifies('C27');
    const server = await changing([said('a')]);
    await server.set({ tools: [said('a'), said('secret')] });
    await server.next(CHANGED);
    const gated = gatedTools(staticTools(await server.client.tools()), (name) => name === 'a');
    expect((await gated.list({ iteration: 1 })).map(({ schema }) => schema.name)).toEqual(['a']);
    await server.client.close();
  });

  test('before it was ever listed is not listed for that', async () => {
    verifies('MC-12');
    const list = jest.fn(async () => []);
    const serve = (): Tool => {
      throw new Error('there is no tool');
    };
    const snapshot = new ToolSnapshot({ list, serve, listed: () => undefined });
    expect(await snapshot.renew()).toBe(false);
    expect(list).not.toHaveBeenCalled();
  });

  test('just before the client is closed leaves no timer and no event behind', async () => {
    verifies('MC-12', 'MC-3');
    await timersOf(async (held) => {
      const server = await changing([said('a')]);
      await server.set({ tools: [said('b')] });
      await server.client.close();
      expect(await held()).toBe(0);
      expect(server.events).toEqual([]);
    });
  });
});

describe('a session that is new', () => {
  test('is listed, for its server may be another version', async () => {
    verifies('MC-12');
    const server = await changing([said('a')]);
    await server.set({ tools: [said('b')], notices: 0 });
    await server.client.refresh();
    await server.next(CHANGED);
    await call(server.client, 'die').catch(() => undefined);
    expect(await server.lists()).toBe(0);
    expect(await server.next(CHANGED)).toMatchObject({ added: ['a'], removed: ['b'] });
    expect(await server.lists()).toBe(1);
    await server.client.close();
  });
});
