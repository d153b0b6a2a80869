import { describe, expect, test } from '@jest/globals';
import { bearer } from '../../../src/adapters/credentials/bearer.js';
import { gatewayTransport } from '../../../src/adapters/mcp-client/http/gateway-transport.js';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { retryAfterMs } from '../../../src/adapters/mcp-client/http/http-throttle.js';
import { rawHttp, type Fault, type RawHttp } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { call } from './support.js';

/** Answers the first `times` tool calls with a status. */
function refusing(times: number, status: number, headers: Record<string, string> = {}): Fault {
  let left = times;
  return ({ rpc }, response) => {
    if (rpc.method !== 'tools/call' || left-- <= 0) return false;
    response.writeHead(status, headers).end('slow down');
    return true;
  };
}

const callsSeen = (server: RawHttp): number =>
  server.seen.filter(({ rpc }) => rpc.method === 'tools/call').length;

describe('a server that throttles', () => {
  test('is asked again, at most three times, when it is asked to wait and when it is not', async () => {
    verifies('TH-1', 'TH-2', 'C39');
    for (const headers of [{ 'retry-after': '0' }, {}] as const) {
      const server = await rawHttp(refusing(2, 429, headers));
      const client = await mcpClient({ transport: { transport: 'http', url: server.url } });
      expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
      expect(callsSeen(server)).toBe(3);
      await client.close();
      await server.close();
    }
    const always = await rawHttp(refusing(99, 429, { 'retry-after': '0' }));
    const client = await mcpClient({ transport: { transport: 'http', url: always.url } });
    await expect(call(client, 'echo', { text: 'hi' })).rejects.toMatchObject({ code: 'ERR_MCP_THROTTLED' });
    expect(callsSeen(always)).toBe(4);
    await client.close();
    await always.close();
  });

  test('and asks for a longer wait than ten seconds is an error at once, with the wait in it', async () => {
    verifies('TH-2', 'C39');
    const server = await rawHttp(refusing(1, 429, { 'retry-after': '600' }));
    const client = await mcpClient({ transport: { transport: 'http', url: server.url } });
    const began = Date.now();
    await expect(call(client, 'echo', { text: 'hi' })).rejects.toMatchObject({
      code: 'ERR_MCP_THROTTLED',
      retryAfterMs: 600_000,
      message: expect.stringContaining('600 s'),
    });
    expect(Date.now() - began).toBeLessThan(2_000);
    await client.close();
    await server.close();
  });

  test('an abort during the wait ends it', async () => {
    verifies('C39');
    const server = await rawHttp(refusing(1, 429, { 'retry-after': '9' }));
    const client = await mcpClient({ transport: { transport: 'http', url: server.url } });
    const abort = new AbortController();
    const began = Date.now();
    const waiting = call(client, 'echo', { text: 'hi' }, abort.signal);
    while (callsSeen(server) === 0) await new Promise((resolve) => setImmediate(resolve));
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(Date.now() - began).toBeLessThan(5_000);
    await client.close();
    await server.close();
  });

  test.each([500, 502, 503])('a %i is not asked again: the call may have run', async (status) => {
    verifies('TH-3');
    const server = await rawHttp(refusing(1, status));
    const client = await mcpClient({ transport: { transport: 'http', url: server.url } });
    await expect(call(client, 'echo', { text: 'hi' })).rejects.toMatchObject({
      code: 'ERR_MCP_OUTCOME_UNKNOWN',
    });
    expect(callsSeen(server)).toBe(1);
    await client.close();
    await server.close();
  });

  test('each attempt vends afresh', async () => {
    verifies('TH-3');
    let vended = 0;
    const server = await rawHttp(refusing(2, 429, { 'retry-after': '0' }));
    const credentials = {
      id: 'v',
      getCredential: async () => ({ status: 'issued', credential: bearer(`t${++vended}`) }) as const,
    };
    const client = await mcpClient({ transport: gatewayTransport({ url: server.url, credentials }) });
    await call(client, 'echo', { text: 'hi' });
    const sent = server.seen
      .filter(({ rpc }) => rpc.method === 'tools/call')
      .map(({ headers }) => headers.authorization);
    expect(new Set(sent).size).toBe(3);
    await client.close();
    await server.close();
  });

  test('retryOnThrottle: false leaves it to the caller', async () => {
    verifies('TH-1');
    const server = await rawHttp(refusing(1, 429, { 'retry-after': '0' }));
    const client = await mcpClient({
      transport: { transport: 'http', url: server.url },
      retryOnThrottle: false,
    });
    await expect(call(client, 'echo', { text: 'hi' })).rejects.toThrow('429');
    expect(callsSeen(server)).toBe(1);
    await client.close();
    await server.close();
  });

  test.each<[string | undefined, number | undefined]>([
    ['2', 2_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 1970 00:00:05 GMT', 4_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('Retry-After: %j is %j ms', (value, ms) => {
    verifies('TH-2');
    expect(retryAfterMs(value, 1_000)).toBe(ms);
  });
});
