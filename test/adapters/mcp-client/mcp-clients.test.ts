import { afterEach, describe, expect, test } from '@jest/globals';
import { backoffMs } from '../../../src/adapters/mcp-client/clients/backoff.js';
import type {
  McpClientsOptions,
  McpServers,
} from '../../../src/adapters/mcp-client/clients/clients-options.js';
import { mcpClients, type McpClients } from '../../../src/adapters/mcp-client/mcp-clients.js';
import type { ToolListContext } from '../../../src/ports/tool-provider.js';
import { rawHttp } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { gone } from './support.js';
import { timersOf } from './timers-of.js';
import {
  callShown,
  good,
  mute,
  refusingPort,
  serving,
  shown,
  silentChild,
  watch,
  web,
} from './mcp-clients-support.js';

const open: { close(): Promise<void> }[] = [];
const kept = <T extends { close(): Promise<void> }>(one: T): T => (open.push(one), one);
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const turn: ToolListContext = { iteration: 1 };
const connect = async (servers: McpServers, options?: McpClientsOptions): Promise<McpClients> =>
  kept(await mcpClients(servers, options));

describe('several servers, of which some are down', () => {
  test('the healthy one is served within the budget, and of the rest it is said how they are', async () => {
    verifies('C28');
    const port = await refusingPort();
    const silent = kept(await mute());
    const { seen, onEvent } = watch();
    const [began, from] = [performance.now(), Date.now()];
    const servers = await connect(
      {
        refused: web(`http://127.0.0.1:${port}/mcp`),
        good,
        silent: web(`http://127.0.0.1:${silent.port}/mcp`),
      },
      { budgetMs: 3_000, retry: { firstMs: 60_000 }, onEvent },
    );
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await shown(servers)).toContain('echo');
    expect(await callShown(servers, 'echo', { text: 'hi' })).toBe('hi');
    const status = servers.status();
    expect(status).toEqual({
      refused: {
        state: 'failed',
        since: expect.any(Number),
        tries: 1,
        error: { code: 'ERR_MCP_CONNECT', message: expect.stringContaining('"refused"') },
      },
      good: {
        state: 'connected',
        since: expect.any(Number),
        tries: 1,
        tools: (await servers.tools()).length,
      },
      silent: { state: 'connecting', since: expect.any(Number), tries: 1 },
    });
    for (const { since } of Object.values(status)) expect(since >= from && since <= Date.now()).toBe(true);
    expect(await servers.health()).toEqual({ ok: false, detail: status });
    expect(seen.toSorted((a, b) => a.server.localeCompare(b.server))).toEqual([
      expect.objectContaining({ server: 'good', state: 'connected', tries: 1 }),
      expect.objectContaining({ server: 'refused', state: 'failed', tries: 1, code: 'ERR_MCP_CONNECT' }),
    ]);
    expect(servers.client('good')?.name).toBe('good');
    expect(servers.client('silent')).toBeUndefined();
    expect(() => servers.client('other')).toThrow('mcpClients: there is no server "other"');
  });

  test('one that comes up later is connected in the background and served; the list is new just then', async () => {
    verifies('C28');
    const port = await refusingPort();
    const steady = kept(await serving('look'));
    const { seen, onEvent, until } = watch();
    const servers = await connect(
      { late: web(`http://127.0.0.1:${port}/mcp`), steady: web(steady.url) },
      { retry: { firstMs: 20, maxMs: 40 }, onEvent },
    );
    expect(servers.status()['late']?.state).toBe('failed');
    const before = await servers.list(turn);
    expect(await servers.list(turn)).toBe(before);
    expect(before.map(({ schema }) => schema.name)).toEqual(['look']);

    kept(await rawHttp(undefined, port));
    await until('late', 'connected');
    const after = await servers.list(turn);
    expect(after.map(({ schema, source }) => [source, schema.name])).toEqual([
      ['late', 'echo'],
      ['late', 'fail'],
      ['steady', 'look'],
    ]);
    expect(await servers.list({ iteration: 2 })).toBe(after);
    expect(await callShown(servers, 'echo', { text: 'back' })).toBe('back');
    expect(servers.status()['late']).toEqual({
      state: 'connected',
      since: expect.any(Number),
      tries: expect.any(Number),
      tools: 2,
    });
    expect(servers.status()['late']?.tries).toBeGreaterThan(1);
    expect(await servers.health()).toMatchObject({ ok: true });
    expect(seen.filter(({ server }) => server === 'late').map(({ state }) => state)).toEqual([
      'failed',
      'connected',
    ]);
  });

  test('one that connects and never lists its tools has failed when its time is over', async () => {
    verifies('C28');
    const mum = kept(await rawHttp(({ rpc }) => rpc.method === 'tools/list'));
    const steady = kept(await serving('look'));
    const servers = await connect({
      mum: web(mum.url, { connectTimeoutMs: 300 }),
      steady: web(steady.url),
    });
    expect(servers.status()['mum']?.error?.code).toBe('ERR_MCP_TIMEOUT');
    expect(await shown(servers)).toEqual(['look']);
  });

  test('all of them may be down', async () => {
    const url = `http://127.0.0.1:${await refusingPort()}/mcp`;
    const servers = await connect({ a: web(url), b: web(url) });
    expect(await shown(servers)).toEqual([]);
    expect(await servers.health()).toMatchObject({ ok: false });
  });

  test('the waits between tries double up to the longest, less up to a half', () => {
    const waits = (random: number): number[] =>
      [1, 2, 3, 6, 7, 2_000].map((tries) => backoffMs(tries, { firstMs: 1_000, maxMs: 60_000 }, random));
    expect(waits(1)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
    expect(waits(0)).toEqual([500, 1_000, 2_000, 16_000, 30_000, 30_000]);
  });
});

describe('closing', () => {
  test('leaves no child, socket or timer, whether connected, being connected or waiting to be', async () => {
    verifies('C28');
    const quiet = kept(await mute());
    const refused = web(`http://127.0.0.1:${await refusingPort()}/mcp`);
    await timersOf(async (held) => {
      const servers = await connect(
        { good, refused, silent: web(`http://127.0.0.1:${quiet.port}/mcp`), child: silentChild(quiet.port) },
        { budgetMs: 1, retry: { firstMs: 60_000 } },
      );
      const ended = await quiet.accepted(2);
      const { onEvent, until, seen } = watch();
      const more = await connect({ good, refused }, { retry: { firstMs: 60_000 }, onEvent });
      await until('refused', 'failed');
      await until('good', 'connected');
      const { pid } = JSON.parse(String(await callShown(more, 'pids'))) as { readonly pid: number };
      expect(await held()).toBeGreaterThan(0);

      await Promise.all([servers.close(), servers.close(), more.close()]);
      await more.close();
      await ended();
      await gone(pid);
      expect(await held()).toBe(0);
      expect(seen.slice(2).map(({ server, state }) => [server, state])).toEqual([
        ['good', 'closed'],
        ['refused', 'closed'],
      ]);
      for (const status of [servers, more].flatMap((one) => Object.values(one.status())))
        expect(status).toEqual({ state: 'closed', since: expect.any(Number), tries: 1 });
      expect(await more.health()).toMatchObject({ ok: false });
      expect(more.client('good')).toBeUndefined();
      await expect(more.list(turn)).rejects.toMatchObject({
        code: 'ERR_MCP_CLOSED',
        message: expect.stringContaining('mcpClients()'),
      });
    });
  });

  test('one client alone takes its server out and leaves the others', async () => {
    const [a, b] = [kept(await serving('one')), kept(await serving('two'))];
    const servers = await connect({ a: web(a.url), b: web(b.url) });
    await servers.client('a')?.close();
    expect(await shown(servers)).toEqual(['two']);
    expect(servers.status()).toMatchObject({ a: { state: 'closed' }, b: { state: 'connected', tools: 1 } });
  });
});

describe('a tool of one name on two servers', () => {
  test('is refused naming both servers and the tool', async () => {
    verifies('C34');
    const [a, b] = [kept(await serving('x', 'send')), kept(await serving('send', 'y'))];
    const servers = await connect({ mail: web(a.url), post: web(b.url) });
    await expect(servers.list(turn)).rejects.toMatchObject({
      code: 'ERR_MCP_TOOL_COLLISION',
      message: expect.stringMatching(/"mail" and "post" both have a tool "send"/),
    });
  });

  test('is served under the name of its server where that is asked for, and called by its own', async () => {
    verifies('C34');
    const [a, b] = [kept(await serving('echo')), kept(await serving('echo', 'a__echo'))];
    const servers = await connect({ a: web(a.url), b: web(b.url) }, { prefix: true });
    expect(await shown(servers)).toEqual(['a__echo', 'b__echo', 'b__a__echo']);
    expect(await callShown(servers, 'a__echo', { text: 'to a' })).toBe('to a');
    expect(await callShown(servers, 'b__echo', { text: 'to b' })).toBe('to b');
    const calls = [a, b].map(({ seen }) =>
      seen.filter(({ rpc }) => rpc.method === 'tools/call').map(({ rpc }) => rpc.params),
    );
    expect(calls).toEqual([
      [expect.objectContaining({ name: 'echo', arguments: { text: 'to a' } })],
      [expect.objectContaining({ name: 'echo', arguments: { text: 'to b' } })],
    ]);
  });

  test.each(['a__b', 'a_'])('cannot come of a prefix: server "%s" is refused there alone', async (name) => {
    verifies('C34');
    const [a, b] = [kept(await serving('b__c', '_c')), kept(await serving('c'))];
    const both = { a: web(a.url), [name]: web(b.url) };
    await expect(mcpClients(both, { prefix: true })).rejects.toMatchObject({
      code: 'ERR_INVALID_OPTION',
      message: expect.stringMatching(`^mcpClients: ${name}: with "prefix"`),
    });
    expect(a.seen).toEqual([]);
    const servers = await connect(both);
    expect(await shown(servers)).toEqual(['b__c', '_c', 'c']);
    await callShown(servers, 'c', { text: 'to b' });
    expect(b.seen.some(({ rpc }) => rpc.method === 'tools/call')).toBe(true);
  });

  test('stays the same tool under its prefix when other tools come', async () => {
    const names = ['one'];
    const server = kept(await serving(names));
    const servers = await connect({ a: web(server.url) }, { prefix: true });
    const before = await servers.tools();
    await servers.client('a')?.refresh();
    expect(await servers.tools()).toBe(before);
    names.push('two');
    await servers.client('a')?.refresh();
    const after = await servers.tools();
    expect(after.map(({ schema }) => schema.name)).toEqual(['a__one', 'a__two']);
    expect(after[0]).toBe(before[0]);
    expect(servers.status()['a']?.tools).toBe(2);
  });
});

describe('what is no option', () => {
  const b = { transport: { transport: 'stdio', command: 'node' } } as const;
  test.each<[string, unknown, unknown]>([
    ['mcpClients takes an object of servers by name, not an array', [], {}],
    ['mcpClients: b takes an options object', { b: 'node' }, {}],
    ['mcpClients: b needs "transport"', { b: {} }, {}],
    ['mcpClients: b has no option "name"', { b: { ...b, name: 'c' } }, {}],
    ['mcpClients: b: there is no transport "carrier"', { b: { transport: { transport: 'carrier' } } }, {}],
    ['mcpClients: b: stdio transport needs "command"', { b: { transport: { transport: 'stdio' } } }, {}],
    [
      'mcpClients: b: http transport: "url" must be',
      { b: { transport: { transport: 'http', url: 'x' } } },
      {},
    ],
    ['mcpClients: "" is no name for a server', { '': b }, {}],
    ['mcpClients has no option "budget"', { b }, { budget: 1 }],
    ['mcpClients: "budgetMs" must be', { b }, { budgetMs: 0 }],
    ['mcpClients: retry: "firstMs" must be', { b }, { retry: { firstMs: -1 } }],
    ['mcpClients: retry has no option "jitter"', { b }, { retry: { jitter: true } }],
  ])('is refused: %s', async (message, servers, options) => {
    await expect(mcpClients(servers as McpServers, options as McpClientsOptions)).rejects.toMatchObject({
      code: 'ERR_INVALID_OPTION',
      message: expect.stringMatching(new RegExp(`^${message}`)),
    });
  });
});
