import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import type { McpClientOptions } from '../../../src/adapters/mcp-client/options.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import type { McpClient } from '../../../src/ports/mcp-client.js';
import { forgetful, type Forgetful } from '../../fixtures/mcp/forgetful-http.js';
import { verifies } from '../../requirements.js';
import { call } from './support.js';

let server: Forgetful;
let events: SallyportEvent[];
const open: McpClient[] = [];

beforeEach(async () => {
  server = await forgetful();
  events = [];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
  await server.close();
});

async function connect(options: Partial<McpClientOptions> = {}): Promise<McpClient> {
  const client = await mcpClient({
    name: 'web',
    transport: { transport: 'http', url: server.url },
    onEvent: (event) => void events.push(event),
    ...options,
  });
  open.push(client);
  return client;
}

const outcomeOf = (settled: Promise<unknown>): Promise<unknown> => settled.catch((thrown: unknown) => thrown);

describe('a session that the server no longer knows', () => {
  test.each<[string, string]>([
    ['HTML', '<html><body>404 Not Found</body></html>'],
    ['nothing', ''],
    ['error -32001', '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}'],
    ['error -32600', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Session terminated"}}'],
  ])('is initialised once, and the call sent again, when the 404 says %s', async (_, body) => {
    verifies('MC-11', 'C01');
    const client = await connect();
    await client.tools();
    server.forget(body);
    const from = server.seen.length;
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    const posts = server.seen.slice(from).filter(({ method }) => method === 'POST');
    const sids = posts.map(({ rpc, headers }) => [rpc.method, headers['mcp-session-id']]);
    expect(sids).toEqual([
      ['tools/call', 'session-1'],
      ['initialize', undefined],
      ['notifications/initialized', 'session-2'],
      ['tools/call', 'session-2'],
    ]);
    expect(server.effects).toEqual(['hi']);
    expect(events).toEqual([
      { type: 'sallyport.mcp.warning', server: 'web', message: expect.stringContaining('no longer knew') },
    ]);
    expect(await call(client, 'echo', { text: 'again' })).toBe('again');
    expect(server.initialised()).toBe(2);
  });

  test('is listed anew in the next one', async () => {
    verifies('MC-11', 'C01');
    const client = await connect();
    server.forget();
    expect((await client.tools()).map(({ schema }) => schema.name)).toEqual(['echo', 'fail']);
    expect(server.initialised()).toBe(2);
  });

  test('is initialised once for eight callers at a time, and nothing runs twice', async () => {
    verifies('MC-11', 'C01');
    const client = await connect();
    await client.tools();
    server.forget();
    const texts = Array.from({ length: 8 }, (_, n) => `call ${n}`);
    const results = await Promise.all(texts.map((text) => call(client, 'echo', { text })));
    expect(results).toEqual(texts);
    expect(server.initialised()).toBe(2);
    expect([...server.effects].sort()).toEqual(texts);
  });

  test('is initialised for the first call of each of two views, and of each of two clients', async () => {
    verifies('C02');
    const clients = [await connect(), await connect()];
    const views = await Promise.all(clients.flatMap((client) => [client, client].map((one) => one.tools())));
    expect(views).toHaveLength(4);
    server.forget();
    const results = await Promise.all(
      clients.flatMap((client, n) => [0, 1].map((view) => call(client, 'echo', { text: `${n}-${view}` }))),
    );
    expect(results).toEqual(['0-0', '0-1', '1-0', '1-1']);
    expect(server.initialised()).toBe(4);
    expect([...server.effects].sort()).toEqual(['0-0', '0-1', '1-0', '1-1']);
  });

  test('and neither the one after it surfaces as a refusal, and the next call begins afresh', async () => {
    verifies('MC-11', 'C01');
    const client = await connect();
    await client.tools();
    server.forget();
    server.refuse(2);
    const from = server.seen.length;
    expect(await outcomeOf(call(client, 'echo', { text: 'lost' }))).toMatchObject({
      code: 'ERR_MCP_TRANSPORT',
      outcome: 'not-run',
      message: expect.stringMatching(/"web".*"echo".*HTTP status 404, in a new session too/),
    });
    const asked = server.seen.slice(from).map(({ rpc }) => rpc.method);
    expect(asked.filter((method) => method === 'tools/call')).toHaveLength(2);
    expect(asked.filter((method) => method === 'initialize')).toHaveLength(1);
    expect(server.effects).toEqual([]);
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    expect(server.effects).toEqual(['hi']);
  });

  test('and cannot be had again is told of by name and by an event, and the next call tries again', async () => {
    verifies('MC-11', 'C01');
    const client = await connect();
    await client.tools();
    server.forget();
    server.failInitialize(1);
    const results = await Promise.all(
      ['a', 'b', 'c'].map((text) => outcomeOf(call(client, 'echo', { text }))),
    );
    for (const result of results) expect(result).toMatchObject({ code: 'ERR_MCP_CONNECT' });
    expect(server.initialised()).toBe(2);
    expect(events).toEqual([
      { type: 'sallyport.mcp.warning', server: 'web', message: expect.stringContaining('ERR_MCP_CONNECT') },
    ]);
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    expect(server.effects).toEqual(['hi']);
  });

  test('on one machine leaves what another still works on to end there', async () => {
    verifies('MC-11');
    const client = await connect();
    await client.tools();
    const slow = call(client, 'echo', { text: 'slow' });
    await server.held();
    server.forget();
    expect(await call(client, 'echo', { text: 'quick' })).toBe('quick');
    server.release();
    expect(await slow).toBe('slow');
    expect(server.effects).toEqual(['slow', 'quick']);
  });
});

describe('a call that may have run', () => {
  test.each<[string, () => void]>([
    ['is cut off', () => server.onCall((_, response) => response.destroy())],
    ['gets a 500', () => server.onCall((_, response) => response.writeHead(500).end())],
    ['gets what is no answer', () => server.onCall((_, response) => response.writeHead(200).end('ok'))],
    [
      'gets a JSON answer that is cut',
      () =>
        server.onCall((_, response) => {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
          response.write('{"jsonrpc":', () => response.destroy());
        }),
    ],
  ])('and %s is not sent again, and its outcome is unknown', async (_, misbehave) => {
    verifies('MC-11');
    const client = await connect();
    await client.tools();
    misbehave();
    expect(await outcomeOf(call(client, 'echo', { text: 'once' }))).toMatchObject({
      code: 'ERR_MCP_OUTCOME_UNKNOWN',
      outcome: 'unknown',
      message: expect.stringMatching(/"web": outcome unknown: .*"echo".*may have taken effect/),
    });
    expect(server.effects).toEqual(['once']);
    expect(server.initialised()).toBe(1);
    expect(await call(client, 'echo', { text: 'twice' })).toBe('twice');
  });

  test('and timed out is not sent again, and its outcome is unknown', async () => {
    verifies('MC-11');
    const client = await connect({ callTimeoutMs: 200 });
    await client.tools();
    server.onCall(() => undefined);
    expect(await outcomeOf(call(client, 'echo', { text: 'once' }))).toMatchObject({
      code: 'ERR_MCP_TIMEOUT',
      outcome: 'unknown',
      message: expect.stringContaining('Outcome unknown'),
    });
    expect(server.effects).toEqual(['once']);
  });
});

test('a call that no server took says that it did not run', async () => {
  verifies('MC-11');
  const client = await connect();
  await client.tools();
  await server.close();
  await outcomeOf(call(client, 'echo', { text: 'finds the connection closed' }));
  expect(await outcomeOf(call(client, 'echo', { text: 'hi' }))).toMatchObject({
    code: 'ERR_MCP_TRANSPORT',
    outcome: 'not-run',
    message: expect.stringContaining('"echo" was not sent'),
  });
});

test.each([404, 500, -32_001, -32_000])(
  'a JSON-RPC error with code %i is the server’s answer, and no lost session',
  async (code) => {
    verifies('MC-11');
    const client = await connect();
    await client.tools();
    server.onCall(({ rpc }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: rpc.id, error: { code, message: 'no such order' } }));
    });
    expect(await outcomeOf(call(client, 'echo', { text: 'once' }))).toMatchObject({
      code: 'ERR_MCP_TRANSPORT',
      message: expect.stringContaining('no such order'),
    });
    expect(server.initialised()).toBe(1);
    expect(server.effects).toEqual(['once']);
  },
);

describe('while a session is initialised again', () => {
  test('a caller who gives up does not stop it for the others', async () => {
    verifies('MC-11');
    const client = await connect();
    await client.tools();
    server.forget();
    const letGo = server.holdInitialize();
    const abort = new AbortController();
    const given = outcomeOf(call(client, 'echo', { text: 'given up' }, abort.signal));
    const waiting = call(client, 'echo', { text: 'waits' });
    await server.until(() => server.initialised() === 2);
    abort.abort(new Error('enough'));
    expect(await given).toMatchObject({ message: 'enough' });
    letGo();
    expect(await waiting).toBe('waits');
    expect(server.effects).toEqual(['waits']);
    expect(server.initialised()).toBe(2);
  });

  test('closing ends both, and every call is refused by name', async () => {
    verifies('MC-11', 'MC-3');
    const client = await connect();
    const tools = await client.tools();
    server.forget();
    server.holdInitialize();
    const waiting = ['a', 'b'].map((text) => outcomeOf(call(client, 'echo', { text })));
    await server.until(() => server.initialised() === 2);
    await client.close();
    for (const ended of waiting) expect(await ended).toMatchObject({ code: 'ERR_MCP_CLOSED' });
    const after = server.seen.length;
    await expect(tools[0]?.execute({ text: 'late' } as never, undefined as never)).rejects.toMatchObject({
      code: 'ERR_MCP_CLOSED',
    });
    expect(server.seen).toHaveLength(after);
    expect(server.effects).toEqual([]);
  });
});
