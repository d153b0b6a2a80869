import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import type { FetchFunction } from '../../../src/adapters/mcp-client/http/fetch-function.js';
import { rawHttp, type Fault } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { call } from './support.js';

describe('a server over Streamable HTTP', () => {
  test('static headers go with every request, and the session is ended by one DELETE', async () => {
    verifies('TR-2', 'MC-3', 'C11');
    const server = await rawHttp();
    const client = await mcpClient({
      transport: { transport: 'http', url: server.url, headers: { 'x-api-key': 'k1' } },
    });
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    await client.close();
    expect(server.seen.every(({ headers }) => headers['x-api-key'] === 'k1')).toBe(true);
    expect(new Set(server.seen.map(({ method, rpc }) => rpc.method ?? method))).toEqual(
      new Set(['initialize', 'notifications/initialized', 'GET', 'tools/list', 'tools/call', 'DELETE']),
    );
    const ended = server.seen.filter(({ method }) => method === 'DELETE');
    expect(ended.map(({ headers }) => headers['mcp-session-id'])).toEqual(['session-1']);
    await server.close();
  });

  test('a fetch of the caller’s is called for every request, sees the headers, and has the last word', async () => {
    verifies('TR-3');
    const server = await rawHttp();
    const saw: string[] = [];
    const fetch: FetchFunction = (input, init) => {
      const headers = new Headers(init?.headers);
      saw.push(`${init?.method} ${headers.get('x-static')}`);
      headers.set('x-static', 'signed');
      return globalThis.fetch(input, { ...init, headers });
    };
    const transport = {
      transport: 'http',
      url: server.url,
      headers: { 'x-static': 'fixed' },
      fetch,
    } as const;
    const client = await mcpClient({ transport });
    await call(client, 'echo', { text: 'hi' });
    await client.close();
    expect(saw).toHaveLength(server.seen.length);
    expect(new Set(saw)).toEqual(new Set(['POST fixed', 'GET fixed', 'DELETE fixed']));
    expect(server.seen.every(({ headers }) => headers['x-static'] === 'signed')).toBe(true);
    await server.close();
  });

  test.each([404, 406, 400, 500, 405])(
    'a server that answers its optional stream with %i is connected all the same',
    async (status) => {
      verifies('TR-2', 'C04');
      const fault: Fault = ({ method }, response) =>
        method === 'GET' && (response.writeHead(status).end('no'), true);
      const server = await rawHttp(fault);
      const client = await mcpClient({ transport: { transport: 'http', url: server.url } });
      expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
      await client.close();
      expect(server.seen.filter(({ method }) => method === 'GET')).toHaveLength(1);
      await server.close();
    },
  );

  test.each([405, 404, 'hang'])(
    'ending the session is done within a second when DELETE gets %s',
    async (status) => {
      verifies('MC-3', 'C11');
      const fault: Fault = ({ method }, response) =>
        method === 'DELETE' && (status === 'hang' || (response.writeHead(Number(status)).end(), true));
      const server = await rawHttp(fault);
      const client = await mcpClient({ transport: { transport: 'http', url: server.url } });
      const began = Date.now();
      await client.close();
      expect(Date.now() - began).toBeLessThan(1_500);
      await server.close();
    },
  );

  test('what is no MCP server is refused promptly, by status and never by what it said', async () => {
    verifies('TR-2');
    const refuses: Fault = (_, response) => (
      response.writeHead(503, { 'content-type': 'text/html' }).end('<b>canary-9</b>'),
      true
    );
    const page: Fault = (_, response) => (
      response.writeHead(200, { 'content-type': 'text/html' }).end('<b>canary-9</b>'),
      true
    );
    for (const [fault, said] of [
      [refuses, 'HTTP status 503'],
      [page, 'did not answer as an MCP server'],
    ] as const) {
      const server = await rawHttp(fault);
      const error = await mcpClient({ name: 'web', transport: { transport: 'http', url: server.url } }).catch(
        (thrown: Error) => thrown,
      );
      expect(error).toMatchObject({
        code: 'ERR_MCP_CONNECT',
        message: expect.stringContaining(`"web" could not be connected`),
      });
      expect(String((error as Error).message)).toContain(said);
      expect(
        JSON.stringify(error) + String((error as Error).stack) + String((error as Error).cause),
      ).not.toContain('canary-9');
      await server.close();
    }
  });

  test('nobody listening is refused promptly, naming the server', async () => {
    verifies('TR-2');
    const server = await rawHttp();
    await server.close();
    const began = Date.now();
    await expect(
      mcpClient({ name: 'web', transport: { transport: 'http', url: server.url } }),
    ).rejects.toMatchObject({
      code: 'ERR_MCP_CONNECT',
      message: expect.stringContaining('"web"'),
    });
    expect(Date.now() - began).toBeLessThan(2_000);
  });

  test('a proxy from the environment is used, but not for what it excepts', async () => {
    verifies('TR-4');
    const asked: string[] = [];
    const proxy = createServer().on('connect', ({ url }: IncomingMessage, socket: Socket) => {
      asked.push(url ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const direct = await rawHttp();
    process.env['http_proxy'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    process.env['no_proxy'] = '127.0.0.1';
    try {
      const transport = { transport: 'http', url: 'http://mcp.invalid/mcp' } as const;
      await expect(mcpClient({ transport })).rejects.toMatchObject({ code: 'ERR_MCP_CONNECT' });
      expect(asked).toEqual(['mcp.invalid:80']);
      const client = await mcpClient({ transport: { transport: 'http', url: direct.url } });
      expect(await call(client, 'echo', { text: 'direct' })).toBe('direct');
      await client.close();
      expect(asked).toHaveLength(1);
    } finally {
      delete process.env['http_proxy'];
      delete process.env['no_proxy'];
      await direct.close();
      proxy.close();
    }
  });
});
