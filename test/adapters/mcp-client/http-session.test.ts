import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { rawHttp, type Fault } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { call } from './support.js';

const headers = { authorization: 'Bearer canary-5' };

describe('a redirect', () => {
  test.each([307, 308])('of %i within the origin is followed with body and headers', async (status) => {
    verifies('C22', 'TR-2');
    const fault: Fault = ({ url }, response) =>
      url === '/mcp' && (response.writeHead(status, { location: '/mcp/' }).end(), true);
    const server = await rawHttp(fault);
    const client = await mcpClient({ transport: { transport: 'http', url: server.url, headers } });
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    await client.close();
    const moved = server.seen.filter(({ url }) => url === '/mcp/');
    expect(moved.map(({ rpc, method }) => rpc.method ?? method)).toContain('tools/call');
    expect(moved.every((seen) => seen.headers['authorization'] === headers.authorization)).toBe(true);
    await server.close();
  });

  test('to another origin is refused, and nothing is sent there', async () => {
    verifies('C22', 'TR-2');
    const other = await rawHttp();
    const server = await rawHttp(
      (_, response) => (response.writeHead(307, { location: other.url }).end(), true),
    );
    const error: unknown = await mcpClient({
      name: 'web',
      transport: { transport: 'http', url: server.url, headers },
    }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'ERR_MCP_CONNECT',
      message: expect.stringMatching(/"web".*HTTP status 307, a redirect that is not followed/),
    });
    expect(other.seen).toEqual([]);
    await server.close();
    await other.close();
  });
});

describe('a call over http', () => {
  test('that is given up is cancelled on the wire, and leaves no listener', async () => {
    verifies('MC-9', 'C12');
    const hangs: Fault = ({ rpc }) => rpc.method === 'tools/call';
    const abort = new AbortController();
    let cancelled: (told: unknown) => void = () => undefined;
    const told = new Promise((resolve) => (cancelled = resolve));
    const server = await rawHttp((seen, response) => {
      if (seen.rpc.method === 'notifications/cancelled') cancelled(seen.rpc.params);
      if (seen.rpc.method === 'tools/call') abort.abort(new Error('enough'));
      return hangs(seen, response);
    });
    const client = await mcpClient({ transport: { transport: 'http', url: server.url } });
    await expect(call(client, 'echo', { text: 'hi' }, abort.signal)).rejects.toThrow('enough');
    const sent = server.seen.find(({ rpc }) => rpc.method === 'tools/call')?.rpc.id;
    expect(await told).toEqual({ requestId: sent, reason: 'The caller gave up.' });
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
    await client.close();
    await server.close();
  });

  test.each([
    [401, 'ERR_MCP_TRANSPORT', 'it refused "echo" with HTTP status 401'],
    [
      502,
      'ERR_MCP_OUTCOME_UNKNOWN',
      'outcome unknown: the request for "echo" failed with HTTP status 502; it may have taken effect',
    ],
  ])(
    'that gets %i fails by status, and shows nothing of what was sent or answered',
    async (status, code, said) => {
      verifies('TR-2', 'TR-3');
      const fault: Fault = ({ rpc, headers: sent }, response) =>
        rpc.method === 'tools/call' &&
        (response.writeHead(status, { 'x-echo': 'canary-6' }).end(`canary-6 ${sent['authorization']}`), true);
      const server = await rawHttp(fault);
      const url = `${server.url}?key=canary-7`;
      const client = await mcpClient({ name: 'web', transport: { transport: 'http', url, headers } });
      const error = (await call(client, 'echo', { text: 'canary-8' }).catch(
        (thrown: unknown) => thrown,
      )) as Error;
      expect(error).toMatchObject({ code, message: `MCP server "web": ${said}` });
      expect(error.cause).toBeUndefined();
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('canary');
      await client.close();
      await server.close();
    },
  );

  test('that waits while its client is closed is refused by name', async () => {
    verifies('MC-3');
    let arrived: () => void = () => undefined;
    const called = new Promise<void>((resolve) => (arrived = resolve));
    const server = await rawHttp(({ rpc }) => rpc.method === 'tools/call' && (arrived(), true));
    const client = await mcpClient({ transport: { transport: 'http', url: server.url } });
    const waiting = call(client, 'echo', { text: 'hi' }).catch((thrown: unknown) => thrown);
    await called;
    await client.close();
    expect(await waiting).toMatchObject({ code: 'ERR_MCP_CLOSED' });
    await server.close();
  });
});

test('a server that takes the first request and then hangs is given up at the connect limit', async () => {
  verifies('TR-2');
  const server = await rawHttp(({ rpc }) => rpc.method === 'notifications/initialized');
  const transport = { transport: 'http', url: server.url } as const;
  await expect(mcpClient({ name: 'web', transport, connectTimeoutMs: 300 })).rejects.toMatchObject({
    code: 'ERR_MCP_CONNECT',
    message: expect.stringContaining('did not answer within 300 ms'),
  });
  expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE' });
  await server.close();
});
