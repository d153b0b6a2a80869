import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { FetchFunction } from '../../../src/adapters/mcp-client/http/fetch-function.js';
import { redirectingSend } from '../../../src/adapters/mcp-client/http/http-redirect.js';
import type { HttpRequest, HttpResponse } from '../../../src/adapters/mcp-client/http/http-send.js';
import { rawHttp } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { ask, bareTransport } from './http-support.js';

const headers = { Authorization: 'Bearer canary-5', 'X-API-Key': 'canary-6' };
const fetches: FetchFunction = (input, init) => globalThis.fetch(input, init);

describe.each([
  ['undici', {}],
  ['a fetch', { fetch: fetches }],
] as const)('a redirect by %s', (_, more) => {
  test('of a call to another origin is refused, and not a byte is sent there', async () => {
    verifies('T14', 'C22');
    let connections = 0;
    const other = createServer(() => connections++).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/x`;
    const server = await rawHttp(
      ({ rpc }, response) =>
        rpc.method === 'tools/call' && (response.writeHead(307, { location }).end(), true),
    );
    const { transport } = await bareTransport({ url: server.url, headers, ...more });
    await transport.send(ask(1, 'initialize'));
    await expect(transport.send(ask(2))).rejects.toMatchObject({
      name: 'HttpSendError',
      code: 'HTTP_STATUS',
      status: 307,
    });
    expect(connections).toBe(0);
    await transport.close();
    await server.close();
    await new Promise((resolve) => other.close(resolve));
  });

  test.each([301, 302, 303])('of a call by %i is refused, also within the origin', async (status) => {
    verifies('C22');
    const server = await rawHttp(
      ({ url }, response) =>
        url === '/mcp' && (response.writeHead(status, { location: '/mcp/' }).end(), true),
    );
    const { transport } = await bareTransport({ url: server.url, headers, ...more });
    await expect(transport.send(ask(1))).rejects.toMatchObject({ code: 'HTTP_STATUS', status });
    expect(server.seen).toHaveLength(1);
    await transport.close();
    await server.close();
  });

  test('of a call within the origin is followed with body and headers; without end it is not', async () => {
    verifies('C22');
    const hops: Record<string, string> = { '/mcp': '/a', '/a': '/b', '/loop': '/loop' };
    const server = await rawHttp(({ url }, response) => {
      const location = hops[url];
      return location !== undefined && (response.writeHead(308, { location }).end(), true);
    });
    const { transport, next } = await bareTransport({ url: server.url, headers, ...more });
    const told = next();
    await transport.send(ask(1, 'ping'));
    expect(await told).toMatchObject({ id: 1, result: {} });
    expect(server.seen.map(({ url }) => url)).toEqual(['/mcp', '/a', '/b']);
    for (const { method, rpc, headers: sent } of server.seen) {
      expect({ method, rpc }).toMatchObject({ method: 'POST', rpc: { id: 1, method: 'ping' } });
      expect(sent).toMatchObject({ authorization: 'Bearer canary-5', 'x-api-key': 'canary-6' });
    }
    hops['/mcp'] = '/loop';
    await expect(transport.send(ask(2))).rejects.toMatchObject({ status: 308 });
    expect(server.seen).toHaveLength(6);
    await transport.close();
    await server.close();
  });
});

test.each([
  'http://mcp.example/mcp',
  'https://mcp.example:444/mcp',
  'https://other.example/mcp',
  'https://good@mcp.example/mcp',
  '//other.example/mcp',
  'javascript:1',
  'https://',
])('a redirect from https to %s is not followed', async (location) => {
  verifies('C22', 'GW-8');
  const sent: HttpRequest[] = [];
  const moved: HttpResponse = {
    status: 307,
    header: (name) => (name === 'location' ? location : undefined),
    body: (async function* () {})(),
    discard: () => undefined,
  };
  const send = redirectingSend(async (request) => (sent.push(request), moved));
  const { signal } = new AbortController();
  const url = new URL('https://mcp.example/mcp');
  expect(await send({ method: 'POST', url, headers: {}, body: '{}', signal })).toBe(moved);
  expect(sent).toHaveLength(1);
});
