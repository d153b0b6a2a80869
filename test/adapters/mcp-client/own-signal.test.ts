import { execFile, type PromiseWithChild } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { FetchFunction } from '../../../src/adapters/mcp-client/fetch-function.js';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { ownSignal } from '../../../src/adapters/mcp-client/own-signal.js';
import { rawHttp, type Fault } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { call } from './support.js';

/** Runs a program of the fixtures in a process of its own. */
function runs(
  name: string,
  url: string,
): PromiseWithChild<{ readonly stdout: string; readonly stderr: string }> {
  const program = fileURLToPath(new URL(`../../fixtures/mcp/${name}`, import.meta.url));
  return promisify(execFile)(process.execPath, [program, url]);
}

describe('the signal of a connection', () => {
  test('has a listener for each request under way, and none for one whose answer was read, given up or refused', async () => {
    verifies('C12');
    const server = await rawHttp();
    const { signal } = new AbortController();
    const listeners = (): number => getEventListeners(signal, 'abort').length;
    const send = ownSignal(globalThis.fetch);
    const init = { method: 'POST', body: '{"id":1,"method":"tools/list"}', signal };
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(server.url, init)));
    expect(listeners()).toBe(20);
    const [first, ...others] = responses;
    await first?.body?.cancel();
    expect(await Promise.all(others.map((response) => response.json()))).toHaveLength(19);
    expect(listeners()).toBe(0);
    await (await send(server.url, { method: 'GET', signal })).text();
    await server.close();
    await expect(send(server.url, init)).rejects.toThrow('fetch failed');
    expect(listeners()).toBe(0);
  });

  test('ends a request under way, also while its answer is read', async () => {
    verifies('C12');
    const hangs: Fault = (_, response) => (response.writeHead(200).write('begun'), true);
    const server = await rawHttp(hangs);
    const abort = new AbortController();
    const response = await ownSignal(globalThis.fetch)(server.url, { signal: abort.signal });
    const reading = response.text();
    abort.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
    await server.close();
  });

  test('is handed to no request: each has its own', async () => {
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
});

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
    await reopening;
    running.child.stdin?.write('close\n');
    expect((await running).stdout).toBe('0\n');
  } finally {
    await server.close();
  }
});
