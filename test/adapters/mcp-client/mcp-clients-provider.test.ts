import { afterEach, describe, expect, test } from '@jest/globals';
import type {
  McpClientsOptions,
  McpServers,
} from '../../../src/adapters/mcp-client/clients/clients-options.js';
import { mcpClients, type McpClients } from '../../../src/adapters/mcp-client/mcp-clients.js';
import { reply } from '../../../src/adapters/models/reply.js';
import { scripted } from '../../../src/adapters/models/scripted.js';
import { Agent } from '../../../src/index.js';
import { toolProviderContract } from '../../../src/ports/contracts/tool-provider.js';
import { rawHttp } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { refusingPort, serving, watch, web } from './mcp-clients-support.js';

const open: { close(): Promise<void> }[] = [];
const kept = <T extends { close(): Promise<void> }>(one: T): T => (open.push(one), one);
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const connect = async (servers: McpServers, options?: McpClientsOptions): Promise<McpClients> =>
  kept(await mcpClients(servers, options));

describe('several servers as a tool provider', () => {
  test('its shape is a provider with tools, a client each, a status, a health and an end', async () => {
    const servers = await connect({}, { id: 'all' });
    expect(Object.keys(servers).sort()).toEqual([
      'client',
      'close',
      'health',
      'id',
      'list',
      'status',
      'tools',
    ]);
    expect([servers.id, await servers.health()]).toEqual(['all', { ok: true, detail: {} }]);
  });

  test('an agent calls the tools of a server that came up after it was built', async () => {
    verifies('C28');
    const port = await refusingPort();
    const { onEvent, until } = watch();
    const servers = await connect(
      { late: web(`http://127.0.0.1:${port}/mcp`) },
      { retry: { firstMs: 20, maxMs: 40 }, onEvent },
    );
    const provider = scripted([
      reply.text('nothing there'),
      reply.calls({ name: 'echo', args: { text: 'hi' } }),
      reply.text('done'),
    ]);
    const agent = Agent.create({ provider }).toolProvider(servers).build();
    await agent.run({ message: 'first' });
    const server = kept(await rawHttp(undefined, port));
    await until('late', 'connected');
    await agent.run({ message: 'second' });
    const offered = provider.requests.map(({ tools }) => (tools ?? []).map(({ name }) => name));
    expect(offered).toEqual([[], ['echo', 'fail'], ['echo', 'fail']]);
    const called = server.seen.filter(({ rpc }) => rpc.method === 'tools/call');
    expect(called.map(({ rpc }) => rpc.params)).toMatchObject([{ name: 'echo', arguments: { text: 'hi' } }]);
  });

  test.each([true, false])('it heeds the laws of the port, with prefix %s', async (prefix) => {
    const server = kept(await serving('one', 'two'));
    const servers = await connect({ a: web(server.url) }, { prefix });
    const laws: (() => unknown)[] = [];
    const harness = {
      describe: (_: string, body: () => void) => body(),
      test: (_: string, body: () => unknown) => void laws.push(body),
    };
    toolProviderContract(harness, { create: () => servers, shown: { iteration: 1 } });
    expect(laws.length).toBeGreaterThan(0);
    for (const law of laws) await law();
  });
});
