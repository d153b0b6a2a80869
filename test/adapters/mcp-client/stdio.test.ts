import { getEventListeners, setMaxListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { verifies } from '../../requirements.js';
import { call, connectRaw, gone } from './support.js';

describe('a server over stdio', () => {
  test('all pages of its list are read', async () => {
    verifies('MC-5', 'C25');
    const { client } = await connectRaw('pages');
    expect((await client.tools()).map(({ schema }) => schema.name)).toEqual(['a', 'b']);
    await client.close();
  });

  test('a cursor that repeats stops the listing with a warning and the tools read so far', async () => {
    verifies('MC-5');
    const { client, events } = await connectRaw('loop');
    expect((await client.tools()).map(({ schema }) => schema.name)).toEqual(['a', 'b']);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'sallyport.mcp.list_incomplete', server: 'raw', tools: 2 }),
    );
    await client.close();
  });

  test('a malformed tool is left out by name; the others are served', async () => {
    verifies('MC-6');
    const { client, events } = await connectRaw('broken');
    expect((await client.tools()).map(({ schema }) => schema.name)).toEqual(['a', 'b']);
    expect(events.map((event) => ('tool' in event ? event.tool : ''))).toEqual([
      'bad',
      '(no name)',
      '(no name)',
      'a',
    ]);
    await client.close();
  });

  test('noise before, between and after messages is let pass, with one warning', async () => {
    verifies('TR-1', 'C14');
    const { client, events } = await connectRaw('banner');
    expect(await call(client, 'noise')).toBe('done');
    expect(await call(client, 'noise')).toBe('done');
    expect(events.filter(({ type }) => type === 'sallyport.mcp.warning')).toHaveLength(1);
    await client.close();
  });

  test('a byte-order mark before the first message is taken off', async () => {
    verifies('TR-1', 'C14');
    const { client, events } = await connectRaw('bom');
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    expect(events).toEqual([]);
    await client.close();
  });

  test('an oversize answer fails its own call by name; others and the session go on', async () => {
    verifies('TR-1', 'C16');
    const { client } = await connectRaw('none', { maxResultBytes: 1_000_000 });
    const [big, small] = await Promise.allSettled([
      call(client, 'big', { bytes: 12_000_000 }),
      call(client, 'echo', { text: 'hi' }),
    ]);
    expect(big).toMatchObject({ reason: { code: 'ERR_MCP_RESULT_TOO_LARGE' } });
    expect(small).toMatchObject({ value: 'hi' });
    expect(await call(client, 'big', { bytes: 900_000 })).toHaveLength(900_000);
    await client.close();
  });

  test('a server that exits at start is refused at once, with its exit code and the end of its standard error', async () => {
    verifies('TR-1', 'C08');
    const began = Date.now();
    await expect(connectRaw('exit')).rejects.toMatchObject({
      code: 'ERR_MCP_CONNECT',
      message: expect.stringMatching(/"raw".*exit code 1.*no module named orders/s),
    });
    expect(Date.now() - began).toBeLessThan(2_000);
  });

  test('a command that does not exist is refused at once, naming it', async () => {
    verifies('TR-1', 'C08');
    const transport = { transport: 'stdio', command: 'no-such-program-here' } as const;
    await expect(mcpClient({ name: 'ghost', transport })).rejects.toMatchObject({
      code: 'ERR_MCP_CONNECT',
      message: expect.stringMatching(/"ghost".*no-such-program-here/s),
    });
  });

  test('a server that writes line after line of nonsense is refused long before the limit, saying so', async () => {
    verifies('TR-1', 'C14');
    const began = Date.now();
    await expect(connectRaw('nonsense')).rejects.toMatchObject({
      code: 'ERR_MCP_CONNECT',
      message: expect.stringContaining('no MCP message'),
    });
    expect(Date.now() - began).toBeLessThan(2_000);
  });

  test('a server that dies during a call fails it at once, saying that it may have taken effect', async () => {
    verifies('TR-1', 'MC-8');
    const { client } = await connectRaw('none');
    await expect(call(client, 'die')).rejects.toMatchObject({
      code: 'ERR_MCP_OUTCOME_UNKNOWN',
      message: expect.stringMatching(/outcome unknown.*may have taken effect.*SIGKILL.*so to speak/s),
    });
    await client.close();
  });

  test('a child is given the allowlist and what was asked for, and no more', async () => {
    verifies('TR-1', 'T38');
    process.env['AWS_SECRET_ACCESS_KEY'] = 'canary-1';
    process.env['NODE_OPTIONS'] = '--no-warnings';
    try {
      const raw = await connectRaw('none');
      const env = JSON.parse(String(await call(raw.client, 'env'))) as Record<string, string>;
      await raw.client.close();
      expect(Object.keys(env)).toContain('PATH');
      expect(JSON.stringify(env)).not.toContain('canary-1');
      expect(env['NODE_OPTIONS']).toBeUndefined();
    } finally {
      delete process.env['AWS_SECRET_ACCESS_KEY'];
      delete process.env['NODE_OPTIONS'];
    }
  });

  test.each(['grandchild', 'stubborn'])(
    'closing ends the server and everything that it spawned (%s)',
    async (fault) => {
      verifies('MC-3', 'TR-1');
      const { client } = await connectRaw(fault);
      const pids = JSON.parse(String(await call(client, 'pids'))) as { pid: number; grandchild: number };
      const began = Date.now();
      await client.close();
      await Promise.all([gone(pids.pid), gone(pids.grandchild)]);
      expect(Date.now() - began).toBeLessThan(5_000);
      expect(process.listenerCount('exit')).toBeLessThan(5);
    },
  );

  test('an abort cancels the call on the wire, leaves no listener, and a late answer is dropped', async () => {
    verifies('MC-9', 'C12');
    const { client } = await connectRaw('late-answer');
    const abort = new AbortController();
    setMaxListeners(0, abort.signal);
    const hanging = Array.from({ length: 20 }, () => call(client, 'hang', {}, abort.signal));
    const settled = Promise.allSettled(hanging);
    await call(client, 'echo', { text: 'after them' });
    abort.abort(new Error('enough'));
    for (const ended of await settled) expect(ended.status).toBe('rejected');
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
    expect(JSON.parse(String(await call(client, 'cancelled')))).toHaveLength(20);
    expect(await call(client, 'echo', { text: 'still here' })).toBe('still here');
    await client.close();
  });

  test('progress resets the time limit of a call, up to the hard limit', async () => {
    verifies('MC-9', 'C38');
    const patient = await connectRaw('progress', { callTimeoutMs: 400 });
    expect(await call(patient.client, 'hang')).toBe('after progress');
    await patient.client.close();
    const strict = await connectRaw('progress', { callTimeoutMs: 400, maxCallMs: 500 });
    await expect(call(strict.client, 'hang')).rejects.toMatchObject({ code: 'ERR_MCP_TIMEOUT' });
    await strict.client.close();
  });

  test('a call that gets no sign of life in time is cancelled and fails by name', async () => {
    verifies('MC-9');
    const { client } = await connectRaw('none', { callTimeoutMs: 200 });
    await expect(call(client, 'hang')).rejects.toMatchObject({
      code: 'ERR_MCP_TIMEOUT',
      message: expect.stringContaining('"hang"'),
    });
    expect(JSON.parse(String(await call(client, 'cancelled')))).toHaveLength(1);
    await client.close();
  });

  test('a refresh lists again; concurrent refreshes share one listing', async () => {
    verifies('MC-2');
    const { client } = await connectRaw('none');
    const marks = async (): Promise<string[]> =>
      (await client.tools()).map(({ schema }) => schema.name).filter((name) => name.startsWith('listed'));
    expect(await marks()).toEqual(['listed-1']);
    await Promise.all([client.refresh(), client.refresh(), client.refresh()]);
    expect(await marks()).toEqual(['listed-2']);
    await client.close();
  });
});
