import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { FetchFunction } from '../../../src/adapters/mcp-client/http/fetch-function.js';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { rawHttp } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { ask, bareTransport, event, stream } from './http-support.js';
import { call } from './support.js';

const PROGRAM = fileURLToPath(new URL('../../fixtures/mcp/flood-http.mjs', import.meta.url));
const MB = 1024 * 1024;
const MAX_GROWTH_MB = 64;
const fetches: FetchFunction = (input, init) => globalThis.fetch(input, init);

/** What a call came to that a server answered with a flood. */
interface Flooded {
  readonly error: unknown;
  /** What the next call in the same session came to. */
  readonly after: unknown;
  /** What the server was told, and saw. */
  readonly told: ReadonlySet<string>;
  readonly grewMb: number;
}

async function flooded(
  args: readonly string[],
  maxResultBytes: number | undefined,
  fetch?: FetchFunction,
): Promise<Flooded> {
  const server = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(server.stdout);
  const told = new Set<string>();
  try {
    const [url] = (await once(lines, 'line')) as [string];
    let isTold: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (isTold = resolve));
    lines.on('line', (line) => told.add(line).has('cancelled') && told.has('broken off') && isTold());
    const client = await mcpClient({
      transport: { transport: 'http', url, ...(fetch === undefined ? {} : { fetch }) },
      ...(maxResultBytes === undefined ? {} : { maxResultBytes }),
    });
    await call(client, 'small');
    const before = process.memoryUsage.rss();
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
    const error = await call(client, 'big').then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    peak = Math.max(peak, process.memoryUsage.rss());
    clearInterval(timer);
    const after = await call(client, 'small');
    await ended;
    await client.close();
    return { error, after, told, grewMb: (peak - before) / MB };
  } finally {
    server.kill('SIGKILL');
  }
}

describe('a flood', () => {
  test.each<[string, readonly string[], FetchFunction | undefined]>([
    ['400 MB by gzip', ['gzip', '400'], undefined],
    ['400 MB by deflate', ['deflate', '400'], undefined],
    ['400 MB by brotli', ['br', '400'], undefined],
    ['400 MB by gzip, by a fetch', ['gzip', '400'], fetches],
    ['400 MB of JSON', ['json', '400'], undefined],
    ['a line of 300 MB', ['line', '300'], undefined],
    ['a line of 300 MB, by a fetch', ['line', '300'], fetches],
    ['an event id of 300 MB', ['id', '300'], undefined],
  ])('of %s fails its call alone, at once', async (_, args, fetch) => {
    verifies('T11', 'T27');
    const { error, after, told, grewMb } = await flooded(args, 10_000, fetch);
    expect(error).toMatchObject({ code: 'ERR_MCP_RESULT_TOO_LARGE' });
    expect(after).toBe('small');
    expect(told).toEqual(new Set(['broken off', 'cancelled']));
    expect(grewMb).toBeLessThan(MAX_GROWTH_MB);
  });

  test.each<[string, readonly string[]]>([
    ['a million signs of progress', ['progress']],
    ['200,000 notifications', ['notifications']],
    ['200,000 requests', ['pings']],
    ['comments without end', ['comments']],
    ['one comment of 300 MB', ['comment', '300']],
    ['empty lines', ['blank']],
    ['empty lines of data', ['data']],
  ])('of %s fails its call alone, and is cancelled', async (_, args) => {
    verifies('T27');
    const { error, after, told, grewMb } = await flooded(args, 10_000_000);
    expect(error).toMatchObject({ message: expect.stringContaining('too much came beside the answer') });
    expect(after).toBe('small');
    expect(told).toEqual(new Set(['broken off', 'cancelled']));
    expect(grewMb).toBeLessThan(MAX_GROWTH_MB);
  });

  test('over the limit that there is unless another is given holds no more than twice that', async () => {
    verifies('T11', 'T27');
    const { error, grewMb } = await flooded(['line', '300'], undefined);
    expect(error).toMatchObject({ code: 'ERR_MCP_RESULT_TOO_LARGE' });
    expect(grewMb).toBeLessThan(2 * 64);
  });
});

describe('beside an answer', () => {
  const progress = (token: number, n: number): string =>
    event({ method: 'notifications/progress', params: { progressToken: token, progress: n } });

  test('a server may ask a thousand times, and no more', async () => {
    verifies('T27');
    const server = await rawHttp(({ rpc }, response) => {
      if (rpc.method === 'notifications/cancelled') return false;
      const asks = rpc.id === 1 ? 999 : 1_001;
      stream(response, event({ id: 'p', method: 'ping' }).repeat(asks));
      response.end(event({ id: rpc.id, result: {} }));
      return true;
    });
    const { transport, messages } = await bareTransport({ url: server.url });
    let isAnswered: () => void = () => undefined;
    const take = transport.onmessage;
    transport.onmessage = (message) => {
      take?.(message);
      if (!('method' in message)) isAnswered();
    };
    for (const id of [1, 2]) {
      const answered = new Promise<void>((resolve) => (isAnswered = resolve));
      await transport.send(ask(id));
      await answered;
    }
    const answers = messages.filter((message) => !('method' in message));
    expect(answers).toMatchObject([
      { id: 1, result: {} },
      { id: 2, error: { data: { 'sallyport.unusable': 'flooded' } } },
    ]);
    expect(messages).toHaveLength(999 + 1 + 1_000 + 1);
    await transport.close();
    await server.close();
  });

  test('of the progress that comes at once the latest is handed on, before the answer; of logs nothing', async () => {
    verifies('T27', 'MC-9');
    const server = await rawHttp(({ rpc }, response) => {
      const log = event({ method: 'notifications/message', params: { level: 'info', data: 'x' } });
      const many = Array.from({ length: 20 }, (_, i) => progress(7, i)).join('');
      const all = `${many}${log}${progress(8, 1)}${progress(7, 99)}${event({ id: rpc.id, result: {} })}`;
      stream(response, all);
      response.end();
      return true;
    });
    const { transport, messages } = await bareTransport({ url: server.url });
    const answered = new Promise<void>((resolve) => {
      const take = transport.onmessage;
      transport.onmessage = (message) => {
        take?.(message);
        if (!('method' in message)) resolve();
      };
    });
    await transport.send(ask(1));
    await answered;
    expect(messages).toMatchObject([
      { params: { progressToken: 7, progress: 19 } },
      { params: { progressToken: 8, progress: 1 } },
      { params: { progressToken: 7, progress: 99 } },
      { id: 1, result: {} },
    ]);
    await transport.close();
    await server.close();
  });
});

describe('a compressed answer', () => {
  const answered = (coding: string, body: Buffer): ReturnType<typeof rawHttp> =>
    rawHttp((__, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
      response.end(body);
      return true;
    });
  const plain = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{}}');
  const brokenOff = { id: 1, error: { data: { 'sallyport.unusable': 'broken off' } } };

  test.each<[string, string, Buffer, object]>([
    ['once is read', 'GZIP', gzipSync(plain), { id: 1, result: {} }],
    ['not at all is read', 'identity', plain, { id: 1, result: {} }],
    ['twice is not read', 'gzip, gzip', gzipSync(gzipSync(plain)), brokenOff],
    ['in an unknown way is not read', 'zip', plain, brokenOff],
    ['and is none is not read', 'gzip', plain, brokenOff],
  ])('that is so %s', async (_, coding, body, expected) => {
    verifies('T11');
    const server = await answered(coding, body);
    const { transport, next } = await bareTransport({ url: server.url });
    const told = next();
    await transport.send(ask(1));
    expect(await told).toMatchObject(expected);
    await transport.close();
    await server.close();
  });

  test('that holds nothing, over and over, is not read on', async () => {
    verifies('T11');
    const empty = Buffer.concat(Array.from({ length: 1_000 }, () => gzipSync('')));
    const server = await rawHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      const more = (): void => {
        while (response.write(empty));
      };
      response.on('drain', more);
      more();
      return true;
    });
    const { transport, next } = await bareTransport({ url: server.url });
    const told = next();
    await transport.send(ask(1));
    expect(await told).toMatchObject(brokenOff);
    await transport.close();
    await server.close();
  });
});
