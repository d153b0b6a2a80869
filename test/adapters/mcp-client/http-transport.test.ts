import { execFile, type PromiseWithChild } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { HttpSendError } from '../../../src/adapters/mcp-client/http/http-send-error.js';
import { SessionLostError } from '../../../src/adapters/mcp-client/http/session-lost-error.js';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import type { FetchFunction } from '../../../src/adapters/mcp-client/http/fetch-function.js';
import { answer, rawHttp, type Fault } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { ask, bareTransport, event, stream } from './http-support.js';
import { call } from './support.js';

const fetches: FetchFunction = (input, init) => globalThis.fetch(input, init);
const makers = [
  ['undici', {}],
  ['a fetch', { fetch: fetches }],
] as const;

/** What a promise is rejected with. */
async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

describe.each(makers)('a request by %s', (_, maker) => {
  test('that reaches nobody was not sent', async () => {
    verifies('MC-11');
    const server = await rawHttp();
    await server.close();
    const { transport } = await bareTransport({ url: server.url, ...maker });
    expect(await thrownBy(transport.send(ask(1)))).toMatchObject({
      name: 'HttpSendError',
      code: 'ECONNREFUSED',
      sent: false,
      status: undefined,
    });
    await transport.close();
  });

  test('that was cut, or refused, was sent; what is thrown shows nothing of it', async () => {
    verifies('MC-11', 'T29');
    const server = await rawHttp(({ rpc }, response) => {
      if (rpc.id === 1) response.destroy();
      else response.writeHead(502, { 'x-echo': 'canary-1' }).end('canary-1');
      return true;
    });
    const { transport } = await bareTransport({ url: `${server.url}?canary-1`, ...maker });
    const cut = await thrownBy(transport.send(ask(1)));
    const refused = await thrownBy(transport.send(ask(2)));
    expect(cut).toMatchObject({ sent: true, status: undefined });
    expect(refused).toMatchObject({ code: 'HTTP_STATUS', sent: true, status: 502 });
    for (const error of [cut, refused] as HttpSendError[]) {
      expect(error).toBeInstanceOf(HttpSendError);
      expect(error.cause).toBeUndefined();
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('canary');
    }
    await transport.close();
    await server.close();
  });

  test('in a session that the server has lost says so; one in none is only refused', async () => {
    verifies('MC-11');
    let isLost = true;
    const server = await rawHttp(
      ({ rpc }, response) =>
        isLost && rpc.method === 'tools/call' && (response.writeHead(404).end('no'), true),
    );
    const { transport } = await bareTransport({ url: server.url, ...maker });
    const early = await thrownBy(transport.send(ask(1)));
    expect(early).toMatchObject({ name: 'HttpSendError', status: 404 });
    await transport.send(ask(2, 'initialize'));
    expect(transport.sessionId).toBe('session-1');
    const lost = await thrownBy(transport.send(ask(3)));
    expect(lost).toBeInstanceOf(SessionLostError);
    expect(lost).toMatchObject({ status: 404 });
    isLost = false;
    await transport.send(ask(4, 'initialize'));
    expect(server.seen.at(-1)?.headers['mcp-session-id']).toBeUndefined();
    await transport.close();
    await server.close();
  });

  test.each<[string, Fault]>([
    ['is of another kind', (__, response) => (response.writeHead(200).end('hi'), true)],
    ['has no body', (__, response) => (response.writeHead(202).end(), true)],
  ])('whose answer %s fails at once', async (__, fault) => {
    verifies('TR-2');
    const server = await rawHttp(fault);
    const { transport } = await bareTransport({ url: server.url, ...maker });
    expect(await thrownBy(transport.send(ask(1)))).toMatchObject({
      code: 'HTTP_CONTENT_TYPE',
      sent: true,
    });
    await transport.close();
    await server.close();
  });

  test.each<[string, string, string]>([
    ['another’s', '{"jsonrpc":"2.0","id":77,"result":{}}', 'broken off'],
    ['no JSON', '{"jsonrpc":', 'broken off'],
    ['no message', '[1]', 'broken off'],
    ['empty', '', 'broken off'],
    ['of a shape of its own', '{"jsonrpc":"2.0","id":1,"result":[]}', 'shape: an array'],
  ])('whose JSON is %s gets an error in place of its answer', async (__, body, why) => {
    verifies('T28', 'MC-7');
    const server = await rawHttp(
      (___, response) => (
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
        true
      ),
    );
    const { transport, next } = await bareTransport({ url: server.url, ...maker });
    const answered = next();
    await transport.send(ask(1));
    expect(await answered).toMatchObject({ id: 1, error: { data: { 'sallyport.unusable': why } } });
    await transport.close();
    await server.close();
  });

  test('is answered behind a byte-order mark, in a batch, and by an error that names no request', async () => {
    verifies('TR-2', 'T28');
    const bodies = [
      '\ufeff{"jsonrpc":"2.0","id":1,"result":{"a":1}}',
      '[{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":"2","result":{"a":2}}]',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}',
    ];
    const server = await rawHttp(
      (__, response) => (
        response.writeHead(200, { 'content-type': 'application/json' }).end(bodies.shift()),
        true
      ),
    );
    const { transport, messages, next } = await bareTransport({ url: server.url, ...maker });
    for (const id of [1, 2, 3]) {
      const told = next();
      await transport.send(ask(id));
      await told;
    }
    expect(messages).toEqual([
      { jsonrpc: '2.0', id: 1, result: { a: 1 } },
      { jsonrpc: '2.0', method: 'notifications/x' },
      { jsonrpc: '2.0', id: 2, result: { a: 2 } },
      { jsonrpc: '2.0', id: 3, error: { code: -32_600, message: 'no' } },
    ]);
    await transport.close();
    await server.close();
  });

  test('has one outcome, however often it is answered', async () => {
    verifies('T28');
    const server = await rawHttp(({ rpc }, response) => {
      stream(response, event({ id: 99, result: { other: true } }));
      response.write(event({ id: rpc.id, result: { first: true }, error: null }));
      response.write(event({ id: rpc.id, result: { second: true } }));
      response.end(event({ id: rpc.id, error: { code: 1, message: 'third' } }));
      return true;
    });
    const { transport, messages, next } = await bareTransport({ url: server.url, ...maker });
    for (const id of [1, 2]) {
      const told = next();
      await transport.send(ask(id));
      expect(await told).toMatchObject({ id, result: { first: true } });
    }
    await transport.close();
    expect(messages).toHaveLength(2);
    await server.close();
  });

  test.each<[string, string]>([
    ['goes silent', ''],
    ['goes on and on', ': hi\n'.repeat(100_000)],
  ])('whose stream %s behind the answer is closed', async (__, more) => {
    verifies('T27', 'T28');
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (isClosed = resolve));
    const server = await rawHttp(({ rpc }, response) => {
      response.on('close', isClosed);
      stream(response, event({ id: rpc.id, result: {} }));
      if (more === '') return true;
      const goOn = (): void => {
        while (!response.destroyed && response.write(more));
      };
      response.on('drain', goOn);
      goOn();
      return true;
    });
    const { transport, messages } = await bareTransport({ url: server.url, ...maker });
    await transport.send(ask(1));
    await closed;
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    await transport.close();
    await server.close();
  });

  test('that is cancelled is closed, and a late answer is dropped', async () => {
    verifies('MC-9', 'T28');
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (isClosed = resolve));
    let late: () => void = () => undefined;
    const server = await rawHttp(({ rpc }, response) => {
      if (rpc.id !== 1) return false;
      stream(response, ': hi\n\n');
      late = () => response.write(event({ id: 1, result: {} }));
      response.on('close', isClosed);
      return true;
    });
    const { transport, messages, next } = await bareTransport({ url: server.url, ...maker });
    await transport.send(ask(1));
    const params = { requestId: 1 };
    await transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    await closed;
    late();
    const told = next();
    await transport.send(ask(2, 'tools/list'));
    await told;
    expect(messages.map((message) => ('id' in message ? message.id : undefined))).toEqual([2]);
    await transport.close();
    await server.close();
  });

  test('that is given up before there is a connection was not sent', async () => {
    verifies('MC-11');
    const { transport } = await bareTransport({ url: 'http://127.0.0.1:9/mcp', ...maker });
    await transport.close();
    expect(await thrownBy(transport.send(ask(1)))).toMatchObject({ code: 'HTTP_CLOSED', sent: false });
  });
});

test('a call that is given up while its connection is made was not sent', async () => {
  verifies('MC-11', 'MC-9');
  const silent = createServer((socket) => socket.on('error', () => undefined).resume());
  silent.listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as AddressInfo;
  const { transport } = await bareTransport({ url: `https://127.0.0.1:${port}/mcp` });
  const connected = new Promise((resolve) => silent.once('connection', resolve));
  const sending = thrownBy(transport.send(ask(1)));
  await connected;
  const cancelling = thrownBy(
    transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
  );
  expect(await sending).toMatchObject({ name: 'HttpSendError', sent: false });
  await transport.close();
  expect(await cancelling).toMatchObject({ sent: false });
  await new Promise((resolve) => silent.close(resolve));
});

describe('a client over http', () => {
  test('gives a result that nests deep to nobody, and says so', async () => {
    verifies('T28');
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const server = await rawHttp(({ rpc }, response) => {
      if (rpc.method !== 'tools/call') return false;
      const body = `{"jsonrpc":"2.0","id":${rpc.id},"result":{"structuredContent":{"a":${deep}}}}`;
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      return true;
    });
    const client = await mcpClient({ transport: { transport: 'http', url: server.url } });
    expect(await thrownBy(call(client, 'echo'))).toMatchObject({ code: 'ERR_MCP_RESULT_SHAPE' });
    await client.close();
    await server.close();
  });

  test('has one connection for calls one after the other, also where the answer is a stream', async () => {
    verifies('TR-4');
    const ports = new Set<number | undefined>();
    const server = await rawHttp(({ rpc }, response) => {
      ports.add(response.socket?.remotePort);
      if (rpc.method !== 'tools/call') return false;
      stream(response, '');
      response.end(event({ id: rpc.id, result: { content: [{ type: 'text', text: 'hi' }] } }));
      return true;
    });
    const client = await mcpClient({ transport: { transport: 'http', url: server.url } });
    await client.tools();
    ports.clear();
    for (let i = 0; i < 10; i++) expect(await call(client, 'echo')).toBe('hi');
    expect(ports.size).toBeLessThanOrEqual(2);
    await client.close();
    await server.close();
  });

  test('hands each request a signal of its own', async () => {
    verifies('C12', 'TR-3');
    const server = await rawHttp();
    const signals: unknown[] = [];
    const fetch: FetchFunction = (input, init) => {
      signals.push(init?.signal);
      return globalThis.fetch(input, init);
    };
    const client = await mcpClient({ transport: { transport: 'http', url: server.url, fetch } });
    await call(client, 'echo', { text: 'hi' });
    await client.close();
    expect(new Set(signals).size).toBe(server.seen.length);
    await server.close();
  });

  test('is closed in time by a fetch that heeds no signal, while a call waits', async () => {
    verifies('MC-3');
    let arrived: () => void = () => undefined;
    const called = new Promise<void>((resolve) => (arrived = resolve));
    const server = await rawHttp(({ rpc, method }) => {
      if (rpc.method === 'tools/call') arrived();
      return rpc.method === 'tools/call' || method === 'DELETE';
    });
    const fetch: FetchFunction = (input, init) => {
      const { method, headers, body = null } = init ?? {};
      return globalThis.fetch(input, { method, headers, body } as RequestInit);
    };
    const client = await mcpClient({ transport: { transport: 'http', url: server.url, fetch } });
    const waiting = thrownBy(call(client, 'echo'));
    await called;
    const began = Date.now();
    await client.close();
    expect(await waiting).toMatchObject({ code: 'ERR_MCP_CLOSED' });
    expect(Date.now() - began).toBeLessThan(1_900);
    await server.close();
  });
});

/** Runs a program of the fixtures in a process of its own. */
function runs(
  name: string,
  url: string,
): PromiseWithChild<{ readonly stdout: string; readonly stderr: string }> {
  const program = fileURLToPath(new URL(`../../fixtures/mcp/${name}`, import.meta.url));
  return promisify(execFile)(process.execPath, [program, url]);
}

test('many calls at once are no leak that a process is warned of', async () => {
  verifies('C12');
  const server = await rawHttp();
  try {
    expect(await runs('busy.mjs', server.url)).toEqual({ stdout: '30\n', stderr: '' });
  } finally {
    await server.close();
  }
});

test('a connection that is closed while its optional stream is opened again leaves no timer', async () => {
  verifies('C12', 'MC-3');
  let opened = 0;
  let reopens: () => void = () => undefined;
  const reopening = new Promise<void>((resolve) => (reopens = resolve));
  const server = await rawHttp(({ method }, response) => {
    if (method !== 'GET') return false;
    if (++opened > 1) reopens();
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 300\n\n');
    return true;
  });
  try {
    const running = runs('reopen.mjs', server.url);
    await Promise.race([reopening, running]);
    running.child.stdin?.write('close\n');
    expect((await running).stdout).toBe('0\n');
  } finally {
    await server.close();
  }
});

test('an answer that is sent by JSON leaves the connection as it was', async () => {
  verifies('TR-2');
  const server = await rawHttp(({ rpc }, response) => (answer(response, rpc.id, {}), true));
  const { transport, next } = await bareTransport({ url: server.url });
  transport.setProtocolVersion('2025-06-18');
  const told = next();
  await transport.send(ask(1, 'ping'));
  expect(await told).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  expect(server.seen[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  });
  await transport.close();
  await server.close();
});
