import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { verifies } from '../../requirements.js';
import { call, connectRaw, gone } from './support.js';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/mcp/${name}`, import.meta.url));

const SMALL = { maxResultBytes: 1_000_000 };

describe('a session over stdio goes on', () => {
  test('an oversize answer whose id stands at its end fails its own call alone', async () => {
    verifies('C16');
    const { client } = await connectRaw('id-last', SMALL);
    const [big, waiting, small] = await Promise.allSettled([
      call(client, 'big', { bytes: 2_000_000 }),
      call(client, 'big', { bytes: 900_000 }),
      call(client, 'echo', { text: 'hi' }),
    ]);
    expect(big).toMatchObject({ reason: { code: 'ERR_MCP_RESULT_TOO_LARGE' } });
    expect(waiting).toMatchObject({ status: 'fulfilled' });
    expect(small).toMatchObject({ value: 'hi' });
    await client.close();
  });

  test('an oversize answer to a call that was given up, or to none, fails no other call', async () => {
    verifies('C16', 'MC-9');
    const { client, events } = await connectRaw('late-and-big', SMALL);
    const other = call(client, 'hang', {}, AbortSignal.timeout(60_000));
    const ended = other.then(
      () => 'ended',
      () => 'ended',
    );
    const abort = new AbortController();
    const given = call(client, 'hang', {}, abort.signal);
    await call(client, 'echo', { text: 'after it' });
    abort.abort();
    await expect(given).rejects.toBe(abort.signal.reason);
    expect(await call(client, 'gossip', { bytes: 2_000_000 })).toBe('said');
    expect(await Promise.race([ended, Promise.resolve('waiting')])).toBe('waiting');
    expect(events.filter(({ type }) => type === 'sallyport.mcp.warning')).toHaveLength(1);
    await client.close();
  });

  test('a result that is no object fails its call at once, by its shape', async () => {
    verifies('MC-7');
    const { client } = await connectRaw('none');
    await expect(call(client, 'misshapen')).rejects.toMatchObject({
      code: 'ERR_MCP_RESULT_SHAPE',
      message: expect.stringMatching(/"misshapen".*"raw".*a string/),
    });
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    await client.close();
  });

  test('a listing that fails leaves the snapshot as it was', async () => {
    verifies('MC-2');
    const { client } = await connectRaw('list-breaks');
    const before = await client.tools();
    await expect(client.refresh()).rejects.toMatchObject({
      code: 'ERR_MCP_TRANSPORT',
      message: expect.stringContaining('"tools" that is a string'),
    });
    expect(await client.tools()).toBe(before);
    await client.close();
  });

  test('what listens to its events cannot break it', async () => {
    verifies('C14');
    const onEvent = (): void => {
      throw new Error('the listener is broken');
    };
    const { client } = await connectRaw('banner', { onEvent });
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    await client.close();
  });
});

describe('a session over stdio ends', () => {
  test('when the server dies, and what it had started is gone', async () => {
    verifies('TR-1', 'MC-3');
    const { client } = await connectRaw('grandchild');
    const pids = JSON.parse(String(await call(client, 'pids'))) as { pid: number; grandchild: number };
    process.kill(pids.pid, 'SIGKILL');
    await Promise.all([gone(pids.pid), gone(pids.grandchild)]);
    await client.close();
  });

  test('a call that waits while its client is closed is refused by name', async () => {
    verifies('MC-3');
    const { client } = await connectRaw('none');
    const waiting = call(client, 'hang').catch((thrown: unknown) => thrown);
    await call(client, 'echo', { text: 'after it' });
    await client.close();
    expect(await waiting).toMatchObject({ code: 'ERR_MCP_CLOSED', name: 'McpClientClosedError' });
  });

  test('a program that ends without closing leaves nothing behind', async () => {
    verifies('MC-3', 'TR-1');
    const { stdout } = await promisify(execFile)(process.execPath, [
      fixture('leave.mjs'),
      fixture('raw-stdio.mjs'),
    ]);
    const pids = JSON.parse(stdout) as { pid: number; grandchild: number };
    await Promise.all([gone(pids.pid), gone(pids.grandchild)]);
  });

  test('many servers leave no listener on the process, and its limit as it was', async () => {
    verifies('MC-3', 'TR-1');
    const before = [process.listenerCount('exit'), process.getMaxListeners()];
    const raws = await Promise.all(Array.from({ length: 3 }, () => connectRaw('none')));
    expect(process.listenerCount('exit')).toBe((before[0] ?? 0) + 3);
    expect(process.getMaxListeners()).toBe((before[1] ?? 0) + 3);
    await Promise.all(raws.map(({ client }) => client.close()));
    await expect(connectRaw('exit')).rejects.toMatchObject({ code: 'ERR_MCP_CONNECT' });
    expect([process.listenerCount('exit'), process.getMaxListeners()]).toEqual(before);
  });
});

describe('a call is given up', () => {
  test('the caller gets its own reason, which the server is not told', async () => {
    verifies('MC-9', 'C12');
    const { client } = await connectRaw('none');
    const abort = new AbortController();
    const hanging = call(client, 'hang', {}, abort.signal);
    await call(client, 'echo', { text: 'after it' });
    const reason = new Error('canary-7');
    abort.abort(reason);
    await expect(hanging).rejects.toBe(reason);
    await expect(call(client, 'hang', {}, abort.signal)).rejects.toBe(reason);
    expect(await call(client, 'reasons')).toBe('["The caller gave up."]');
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
    await client.close();
  });

  test('at the hard limit, whatever its progress, by name and on the wire', async () => {
    verifies('MC-9', 'C38');
    const { client } = await connectRaw('progress', { callTimeoutMs: 400, maxCallMs: 500 });
    await expect(call(client, 'hang')).rejects.toMatchObject({ code: 'ERR_MCP_TIMEOUT' });
    expect(JSON.parse(String(await call(client, 'cancelled')))).toHaveLength(1);
    await client.close();
  });
});
