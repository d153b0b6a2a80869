import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import type { McpClient } from '../../../src/ports/mcp-client.js';
import { verifies } from '../../requirements.js';
import { call, gone } from './support.js';

const MORTAL = fileURLToPath(new URL('../../fixtures/mcp/mortal-stdio.mjs', import.meta.url));

interface Start {
  /** The server's process, and the one that it starts. */
  readonly pids: readonly number[];
  /** Which of those before it were there when it started. */
  readonly beside: readonly number[];
}

let folder: string;
let log: string;
let events: SallyportEvent[];
let client: McpClient;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sallyport-'));
  log = join(folder, 'log');
  events = [];
  client = await mcpClient({
    name: 'mortal',
    transport: { transport: 'stdio', command: process.execPath, args: [MORTAL, log] },
    onEvent: (event) => void events.push(event),
  });
});
afterEach(async () => {
  await client.close();
  await Promise.all(starts().flatMap(({ pids }) => pids.map((pid) => gone(pid))));
  await rm(folder, { recursive: true });
});

const noted = (what: string): unknown[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as [string, unknown])
        .filter(([kind]) => kind === what)
        .map(([, of]) => of)
    : [];
const starts = (): Start[] => noted('start') as Start[];
const set = (fault: 'broken' | 'mute' | 'list-dies'): void => writeFileSync(`${log}.${fault}`, '');
const unset = (fault: 'broken' | 'mute'): void => rmSync(`${log}.${fault}`);
const outcomeOf = (settled: Promise<unknown>): Promise<unknown> => settled.catch((thrown: unknown) => thrown);
const kill = (): void => void process.kill(starts().at(-1)?.pids[0] ?? Number.NaN, 'SIGKILL');
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

/** Kills the server, and waits until its end was taken note of; while it is ending it still takes what is written. */
async function killed(): Promise<void> {
  const pid = starts().at(-1)?.pids[0] ?? Number.NaN;
  kill();
  await until(() => !isKnown(pid));
}

/** Whether the system still knows the process, be it only for its parent to collect. */
function isKnown(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a server that was killed between calls', () => {
  test('is started again for the next call; the tools stay, and nothing of the old one is left beside it', async () => {
    verifies('C13', 'MC-11');
    const tools = await client.tools();
    await killed();
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    expect(await client.tools()).toBe(tools);
    expect(starts()).toMatchObject([{}, { beside: [] }]);
    expect(noted('call')).toEqual(['hi']);
    expect(events).toEqual([
      { type: 'sallyport.mcp.warning', server: 'mortal', message: 'its process ended; there is a new one' },
    ]);
  });

  test('is started again for the next listing', async () => {
    verifies('C13');
    await client.tools();
    await killed();
    expect((await client.refresh()).map(({ schema }) => schema.name)).toContain('echo');
    expect(starts()).toHaveLength(2);
  });

  test('is started once for eight callers at a time, and nothing runs twice', async () => {
    verifies('C13', 'MC-11');
    await client.tools();
    await killed();
    const texts = Array.from({ length: 8 }, (_, n) => `call ${n}`);
    expect(await Promise.all(texts.map((text) => call(client, 'echo', { text })))).toEqual(texts);
    expect(starts()).toHaveLength(2);
    expect([...noted('call')].sort()).toEqual(texts);
  });

  test('is started each time, as long as it answers in between', async () => {
    verifies('C13');
    await client.tools();
    for (let time = 0; time < 7; time++) {
      await killed();
      expect(await call(client, 'echo', { text: `${time}` })).toBe(`${time}`);
    }
    expect(starts()).toHaveLength(8);
  });

  test('at the very moment of a call: it is answered once or doubted, and never run twice', async () => {
    verifies('C13', 'MC-11');
    await client.tools();
    for (let time = 0; time < 5; time++) {
      kill();
      const result = await outcomeOf(call(client, 'echo', { text: `${time}` }));
      const ran = noted('call').filter((text) => text === `${time}`).length;
      if (result === `${time}`) expect(ran).toBe(1);
      else expect(result).toMatchObject({ code: 'ERR_MCP_OUTCOME_UNKNOWN' });
      expect(ran).toBeLessThan(2);
      expect(await call(client, 'echo', { text: `after ${time}` })).toBe(`after ${time}`);
    }
  });
});

describe('a server that was killed during a call', () => {
  test('has run it once, its outcome is unknown, and the next call is answered by a new one', async () => {
    verifies('MC-11', 'C13');
    await client.tools();
    const hanging = outcomeOf(call(client, 'hang', { text: 'once' }));
    await until(() => noted('call').length === 1);
    kill();
    expect(await hanging).toMatchObject({
      code: 'ERR_MCP_OUTCOME_UNKNOWN',
      outcome: 'unknown',
      message: expect.stringMatching(/"mortal": outcome unknown: .*"hang".*SIGKILL/s),
    });
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    expect(noted('call')).toEqual(['once', 'hi']);
    expect(starts()).toMatchObject([{}, { beside: [] }]);
  });

  test('is listed again where it was a listing', async () => {
    verifies('C13');
    set('list-dies');
    expect((await client.tools()).map(({ schema }) => schema.name)).toContain('echo');
    expect(starts()).toHaveLength(2);
  });
});

describe('a server that does not start again', () => {
  test('is tried until it does', async () => {
    verifies('C13');
    await client.tools();
    set('broken');
    await killed();
    const waiting = call(client, 'echo', { text: 'hi' });
    await until(() => starts().length === 2);
    unset('broken');
    expect(await waiting).toBe('hi');
    expect(noted('call')).toEqual(['hi']);
  });

  test('is tried five times for all who wait, and then left alone; each is told how it ends', async () => {
    verifies('C13');
    await client.tools();
    set('broken');
    await killed();
    const told = { code: 'ERR_MCP_CONNECT', message: expect.stringContaining('the disk is full') };
    const waiting = ['a', 'b', 'c'].map((text) => outcomeOf(call(client, 'echo', { text })));
    for (const ended of waiting) expect(await ended).toMatchObject(told);
    expect(starts()).toHaveLength(6);
    expect(await outcomeOf(call(client, 'echo', { text: 'd' }))).toMatchObject(told);
    expect(await outcomeOf(client.refresh())).toMatchObject(told);
    expect(starts()).toHaveLength(6);
    expect(noted('call')).toEqual([]);
    expect(events[0]).toMatchObject({ message: expect.stringContaining('no new one: ERR_MCP_CONNECT') });
    expect(JSON.stringify(events)).not.toContain('disk');
  });
});

describe('while a server is started again', () => {
  test('a caller who gives up does not stop it for the others', async () => {
    verifies('C13');
    await client.tools();
    set('broken');
    await killed();
    const abort = new AbortController();
    const given = outcomeOf(call(client, 'echo', { text: 'given up' }, abort.signal));
    const waiting = call(client, 'echo', { text: 'waits' });
    await until(() => starts().length === 2);
    abort.abort(new Error('enough'));
    expect(await given).toMatchObject({ message: 'enough' });
    unset('broken');
    expect(await waiting).toBe('waits');
    expect(noted('call')).toEqual(['waits']);
  });

  test.each(['mute', 'broken'] as const)(
    'closing ends both, refuses every call, and starts nothing more (%s)',
    async (fault) => {
      verifies('C13', 'MC-3');
      const tools = await client.tools();
      set(fault);
      await killed();
      const waiting = ['a', 'b'].map((text) => outcomeOf(call(client, 'echo', { text })));
      await until(() => starts().length === 2);
      await client.close();
      for (const ended of waiting) expect(await ended).toMatchObject({ code: 'ERR_MCP_CLOSED' });
      await Promise.all(starts().flatMap(({ pids }) => pids.map((pid) => gone(pid))));
      await expect(tools[0]?.execute({ text: 'late' } as never, undefined as never)).rejects.toMatchObject({
        code: 'ERR_MCP_CLOSED',
      });
      expect(starts()).toHaveLength(2);
      expect(process.listenerCount('exit')).toBeLessThan(3);
    },
  );
});
