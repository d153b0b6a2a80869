import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { bearer } from '../../../src/adapters/credentials/bearer.js';
import type { FetchFunction } from '../../../src/adapters/mcp-client/http/fetch-function.js';
import { gatewayTransport } from '../../../src/adapters/mcp-client/http/gateway-transport.js';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import type { Credential } from '../../../src/domain/credential.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import type {
  CredentialAnswer,
  CredentialProvider,
  CredentialRequest,
} from '../../../src/ports/credential-provider.js';
import type { McpClient } from '../../../src/ports/mcp-client.js';
import { rawHttp, type Fault } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { call } from './support.js';

/** Vends `canary-1`, `canary-2`, …, one a request. */
function vending(): { readonly provider: CredentialProvider; readonly asked: CredentialRequest[] } {
  const asked: CredentialRequest[] = [];
  const provider: CredentialProvider = {
    id: 'vending',
    getCredential: async (request) => {
      asked.push(request);
      return { status: 'issued', credential: bearer(`canary-${asked.length}`) };
    },
  };
  return { provider, asked };
}

/** Everything that an error says, by any way of asking it. */
function allOf(error: unknown): string {
  const { message, stack, cause } = error as Error;
  return [
    message,
    stack,
    inspect(error, { depth: 9, showHidden: true }),
    JSON.stringify(error),
    inspect(cause),
  ].join('\n');
}

describe('gatewayTransport', () => {
  test('url and credentials are refused by name when missing; the service has a default', () => {
    verifies('GW-1');
    const { provider: credentials } = vending();
    const url = 'https://gateway.example/mcp';
    expect(() => gatewayTransport({ credentials } as never)).toThrow('gatewayTransport needs "url"');
    expect(() => gatewayTransport({ url } as never)).toThrow('gatewayTransport needs "credentials"');
    expect(() => gatewayTransport({ url, credentials, scope: 'x' } as never)).toThrow('no option "scope"');
    expect(gatewayTransport({ url, credentials })).toMatchObject({
      transport: 'gateway',
      service: 'gateway',
    });
  });

  test('a credential is vended inside every request, over the static headers, and asked for by service, scopes and mode', async () => {
    verifies('GW-2', 'GW-4');
    const server = await rawHttp();
    const { provider, asked } = vending();
    const transport = gatewayTransport({
      url: server.url,
      credentials: provider,
      service: 'crm',
      scopes: ['read'],
      mode: 'machine',
      headers: { authorization: 'Bearer stale', 'x-static': 'kept' },
    });
    expect(asked).toEqual([]);
    const client = await mcpClient({ transport });
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    await client.close();
    expect(asked).toHaveLength(server.seen.length);
    expect(asked[0]).toMatchObject({ service: 'crm', scopes: ['read'], mode: 'machine' });
    const sent = server.seen.map(({ headers }) => headers.authorization);
    expect(new Set(sent)).toEqual(new Set(asked.map((_, i) => `Bearer canary-${i + 1}`)));
    expect(server.seen.every(({ headers }) => headers['x-static'] === 'kept')).toBe(true);
    await server.close();
  });

  test('a fetch of the caller’s sees the vended header and has the last word; without one the bytes are the same', async () => {
    verifies('GW-6', 'GW-7');
    const server = await rawHttp();
    const saw: (string | null)[] = [];
    const fetch: FetchFunction = (input, init) => {
      const headers = new Headers(init?.headers);
      saw.push(headers.get('authorization'));
      headers.set('dpop', 'proof');
      return globalThis.fetch(input, { ...init, headers });
    };
    const client = await mcpClient({
      transport: gatewayTransport({ url: server.url, credentials: vending().provider, fetch }),
    });
    await call(client, 'echo', { text: 'hi' });
    await client.close();
    expect([...saw].sort()).toEqual(saw.map((_, i) => `Bearer canary-${i + 1}`).sort());
    expect(server.seen.every(({ headers }) => headers['dpop'] === 'proof')).toBe(true);
    const bodies = server.seen.map(({ rpc }) => rpc);
    const plain = await rawHttp();
    const other = await mcpClient({
      transport: { transport: 'http', url: plain.url, headers: { authorization: 'x' } },
    });
    await call(other, 'echo', { text: 'hi' });
    await other.close();
    expect(plain.seen.map(({ rpc }) => rpc)).toEqual(bodies);
    await Promise.all([server.close(), plain.close()]);
  });

  test('consent that is needed surfaces as an error of its own, with the URL, at connecting and at a call', async () => {
    verifies('GW-5');
    const server = await rawHttp();
    const { provider } = vending();
    let consented = true;
    const credentials: CredentialProvider = {
      id: 'consenting',
      getCredential: async (request) =>
        consented
          ? provider.getCredential(request)
          : { status: 'authorization-required', authorizationUrl: 'https://login.example/x' },
    };
    const client = await mcpClient({ transport: gatewayTransport({ url: server.url, credentials }) });
    await client.tools();
    consented = false;
    const expected = {
      code: 'ERR_GATEWAY_AUTHORIZATION_REQUIRED',
      authorizationUrl: 'https://login.example/x',
    };
    const error: unknown = await call(client, 'echo', { text: 'hi' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(expected);
    expect(JSON.stringify(error) + String((error as Error).message)).not.toContain('login.example');
    await expect(
      mcpClient({ transport: gatewayTransport({ url: server.url, credentials }) }),
    ).rejects.toMatchObject(expected);
    await client.close();
    await server.close();
  });

  test('a credential that is refused is vended afresh once, and the request sent once more', async () => {
    verifies('C18', 'C20');
    const refusesFirst: Fault = ({ headers }, response) =>
      headers.authorization === 'Bearer canary-1' &&
      (response.writeHead(401).end('canary-1 is no good'), true);
    const server = await rawHttp(refusesFirst);
    const { provider, asked } = vending();
    const client = await mcpClient({
      transport: gatewayTransport({ url: server.url, credentials: provider }),
    });
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    expect(asked.map(({ forceReauth }) => forceReauth === true).slice(0, 3)).toEqual([false, true, false]);
    await client.close();
    await server.close();
    const never = await rawHttp((_, response) => (response.writeHead(401).end(), true));
    const refused = mcpClient({
      transport: gatewayTransport({ url: never.url, credentials: vending().provider }),
    });
    await expect(refused).rejects.toMatchObject({
      code: 'ERR_MCP_CONNECT',
      message: expect.stringContaining('401'),
    });
    expect(never.seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
    await never.close();
  });

  test('a refusal is handed on with its challenge; a scope that is too small is tried again with another credential only', async () => {
    verifies('C18');
    const tooSmall = 'Bearer error="insufficient_scope", scope="write"';
    let wanted = 'Bearer canary-2';
    const server = await rawHttp(({ headers, rpc }, response) => {
      if (rpc.method !== 'tools/call' || headers.authorization === wanted) return false;
      response.writeHead(403, { 'www-authenticate': tooSmall }).end();
      return true;
    });
    const asked: CredentialRequest[] = [];
    const given: Credential[] = [];
    const credentials: CredentialProvider = {
      id: 'widening',
      getCredential: async (request) => {
        asked.push(request);
        const credential = bearer(request.challenge === undefined ? 'canary-1' : 'canary-2');
        given.push(credential);
        return { status: 'issued', credential };
      },
    };
    const client = await mcpClient({ transport: gatewayTransport({ url: server.url, credentials }) });
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    const challenged = asked.findIndex(({ challenge }) => challenge !== undefined);
    const refused = given[challenged - 1];
    expect(asked[challenged]).toMatchObject({
      url: server.url,
      challenge: { status: 403, wwwAuthenticate: tooSmall },
    });
    expect(asked[challenged]?.challenge?.refused).toBe(refused);
    expect(asked[challenged]?.forceReauth).toBeUndefined();
    wanted = 'Bearer canary-3';
    const callsOf = async (one: McpClient): Promise<number> => {
      const before = server.seen.length;
      const code: unknown = expect.stringMatching(/^ERR_/);
      await expect(call(one, 'echo', { text: 'hi' })).rejects.toMatchObject({ code });
      return server.seen.slice(before).filter(({ rpc }) => rpc.method === 'tools/call').length;
    };
    expect(await callsOf(client)).toBe(2);
    const same = async (): Promise<CredentialAnswer> => ({
      status: 'issued',
      credential: bearer('canary-1'),
    });
    const steady = await mcpClient({
      transport: gatewayTransport({ url: server.url, credentials: { id: 'steady', getCredential: same } }),
    });
    expect(await callsOf(steady)).toBe(1);
    await steady.close();
    await client.close();
    await server.close();
  });

  test('no error, event or serialised transport shows a vended value, whatever goes wrong while holding one', async () => {
    verifies('GW-3', 'T29');
    const { provider } = vending();
    const echo: Fault = ({ headers, method }, response) =>
      method === 'POST' && (response.writeHead(500).end(`you sent ${headers.authorization}`), true);
    const cut: Fault = (_, response) => (response.destroy(), true);
    const leaky: FetchFunction = async (_, init) => {
      throw new Error(`cannot send ${new Headers(init?.headers).get('authorization')}`);
    };
    const failing: CredentialProvider = {
      id: 'failing',
      getCredential: () => Promise.reject(new Error('canary-0 was not accepted')),
    };
    const events: SallyportEvent[] = [];
    for (const [fault, more] of [
      [echo, {}],
      [cut, {}],
      [undefined, { fetch: leaky }],
      [undefined, { credentials: failing }],
    ] as const) {
      const server = await rawHttp(fault);
      const transport = gatewayTransport({ url: server.url, credentials: provider, ...more });
      const error: unknown = await mcpClient({
        transport,
        onEvent: (event) => void events.push(event),
      }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(
        allOf(error) + inspect(transport, { depth: 9, showHidden: true }) + JSON.stringify(transport),
      ).not.toMatch(/canary-\d/);
      await server.close();
    }
    expect(JSON.stringify(events)).not.toMatch(/canary-\d/);
  });

  test('a credential never crosses to another origin on a redirect', async () => {
    verifies('GW-8', 'T14');
    const other = await rawHttp();
    const server = await rawHttp(
      (_, response) => (response.writeHead(307, { location: other.url }).end(), true),
    );
    const refused = mcpClient({
      transport: gatewayTransport({ url: server.url, credentials: vending().provider }),
    });
    await expect(refused).rejects.toMatchObject({ code: 'ERR_MCP_CONNECT' });
    expect(other.seen).toEqual([]);
    await Promise.all([server.close(), other.close()]);
  });
});
