import { EventEmitter } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { consoleEvents, type ConsoleEventsOptions } from '../../../src/adapters/events/console.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import { eventSinkContract } from '../../../src/ports/contracts/event-sink.js';
import { verifies } from '../../requirements.js';
import { Program } from '../program.js';

function written(isTTY = false): { readonly lines: string[]; isTTY: boolean; write(text: string): void } {
  const lines: string[] = [];
  return { lines, isTTY, write: (text) => void lines.push(text) };
}

function printed(events: readonly SallyportEvent[], options: ConsoleEventsOptions = {}): readonly string[] {
  const stream = written();
  const sink = consoleEvents({ stream, ...options });
  for (const event of events) sink.emit(event);
  return stream.lines;
}

const call = { runId: 'r', callId: 'c', tool: 'write_file', source: 'files', iteration: 1 };
const ended: SallyportEvent<'sallyport.stream.tool_end'> = {
  type: 'sallyport.stream.tool_end',
  ...call,
  status: 'settled',
  result: 'SECRET RESULT',
  charsBefore: 2_053_199,
  charsAfter: 20_000,
  durationMs: 12.34,
};
const checked: SallyportEvent<'sallyport.permission.check'> = {
  type: 'sallyport.permission.check',
  ...call,
  checker: 'roles',
  capability: 'tool_call',
  result: 'allow',
};
const link = { type: 'sallyport.middleware.decided', ...call, moment: 'before' } as const;

const story: readonly SallyportEvent[] = [
  checked,
  { ...checked, capability: 'files.write' },
  { ...link, middleware: 'tidy', outcome: 'allow', changed: true },
  { ...link, middleware: 'asker', outcome: 'ask', changed: false },
  { type: 'sallyport.decision.recorded', ...call, kind: 'ask', approved: true, by: 'ann' },
  ended,
];

/** Text that would act on a terminal, split a line, or be there unseen. */
const HOSTILE = 'evil\u001b]52;c;AAAA\u0007\u001b[2J\u009b2J\u202e\u2028\u0085\u200b\u{e0041}\r\nforged';
const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const hostile: readonly SallyportEvent[] = [
  { ...checked, checker: HOSTILE },
  { ...ended, tool: HOSTILE, source: HOSTILE },
  { type: 'sallyport.run.started', runId: HOSTILE, agent: HOSTILE },
  { type: 'sallyport.run.resumed', runId: HOSTILE },
  { type: 'sallyport.run.suspended', runId: 'r', pending: [{ callId: 'c', kind: 'ask', tool: HOSTILE }] },
  { type: 'sallyport.run.ended', runId: 'r', outcome: 'failed', iterations: 1, code: HOSTILE },
  { type: 'sallyport.tools.gate_failed', tool: HOSTILE, error: HOSTILE },
  { type: 'sallyport.tools.shadowed', tool: HOSTILE, kept: HOSTILE, dropped: HOSTILE },
  { type: 'sallyport.mcp.tool_quarantined', server: HOSTILE, tool: HOSTILE, reason: HOSTILE },
  { type: 'sallyport.mcp.list_incomplete', server: HOSTILE, reason: HOSTILE, tools: 1 },
  {
    type: 'sallyport.mcp.tools_changed',
    server: HOSTILE,
    added: [HOSTILE],
    removed: [HOSTILE],
    changed: [HOSTILE],
  },
  { type: 'sallyport.mcp.warning', server: HOSTILE, message: HOSTILE },
  { type: 'sallyport.mcp.status', server: HOSTILE, state: 'failed', tries: 1, code: HOSTILE },
];

describe('console events', () => {
  eventSinkContract(
    { describe, test },
    {
      open: () => {
        const stream = written();
        return {
          sink: consoleEvents({ stream, json: true }),
          arrived: () => stream.lines.map((line) => (JSON.parse(line) as { runId: string }).runId),
          breakDestination: () => {
            stream.write = () => {
              throw new Error('the stream was destroyed');
            };
          },
        };
      },
    },
  );

  test('a call is one line: tool, source, verdicts in order, sizes and duration; never its result', () => {
    verifies('MW-7', 'PG-7');
    expect(printed(story)).toEqual([
      'settled write_file files  roles allow › roles allow (files.write) › tidy allow (changed) › asker ask › ann approved  2,053,199 → 20,000 chars  12.3 ms\n',
    ]);
  });

  test('a run that turns, a tool that is hidden or shadowed, and a server that warns are one line each', () => {
    const lines = printed([
      { type: 'sallyport.run.started', runId: 'r', agent: 'clerk' },
      { type: 'sallyport.run.suspended', runId: 'r', pending: [{ callId: 'c', kind: 'ask', tool: 't' }] },
      { type: 'sallyport.run.resumed', runId: 'r' },
      { type: 'sallyport.run.ended', runId: 'r', outcome: 'halted', iterations: 2, code: 'ERR_POLICY_HALT' },
      { type: 'sallyport.tools.gate_failed', tool: 't', error: 'SECRET' },
      { type: 'sallyport.tools.shadowed', tool: 't', kept: 'a', dropped: 'b' },
      { type: 'sallyport.mcp.tool_quarantined', server: 's', tool: 't', reason: 'no schema' },
      { type: 'sallyport.mcp.list_incomplete', server: 's', reason: 'a cursor repeats', tools: 3 },
      { type: 'sallyport.mcp.tools_changed', server: 's', added: ['a', 'b'], removed: ['c'], changed: ['d'] },
      { type: 'sallyport.mcp.warning', server: 's', message: 'slow' },
      { type: 'sallyport.mcp.status', server: 's', state: 'failed', tries: 1, code: 'ERR_MCP_CONNECT' },
      { type: 'sallyport.mcp.status', server: 's', state: 'connected', tries: 3 },
      { type: 'sallyport.mcp.status', server: 's', state: 'closed', tries: 3 },
      { type: 'sallyport.stream.delta', runId: 'r', iteration: 1, text: 'no line' },
    ]);
    expect(lines.map((line) => line.trimEnd())).toEqual([
      'run r of clerk',
      'suspended: ask for t',
      'run r goes on',
      'halted after 2 model turns (ERR_POLICY_HALT)',
      't is hidden: its gate failed',
      't of b is shadowed by a',
      's: tool t is left out: no schema',
      's: the tool list is incomplete: a cursor repeats',
      's: the tools changed: +a +b -c ~d',
      's: slow',
      's: failed (ERR_MCP_CONNECT)',
      's: connected after 3 tries',
      's: closed',
    ]);
  });

  test('calls that end are forgotten, and of calls that never end so are the oldest', () => {
    const stream = written();
    const sink = consoleEvents({ stream });
    for (const event of [...story, ended]) sink.emit(event);
    expect(stream.lines[1]).not.toContain('roles');
    for (let i = 0; i <= 10_000; i++) sink.emit({ ...checked, callId: `c${i}` });
    sink.emit({ ...ended, callId: 'c0' });
    sink.emit({ ...ended, callId: 'c10000' });
    expect(stream.lines[2]).not.toContain('roles');
    expect(stream.lines[3]).toContain('roles allow');
  });

  test('calls of two runs are told apart, whatever their ids are', () => {
    const lines = printed([
      { ...checked, runId: 'r', callId: 'x:c', checker: 'one' },
      { ...checked, runId: 'r:x', callId: 'c', checker: 'other' },
      { ...ended, runId: 'r:x', callId: 'c' },
    ]);
    expect(lines[0]).toContain('other allow');
    expect(lines[0]).not.toContain('one allow');
  });

  test('colours are used on a terminal without NO_COLOR, or when asked for, and only then', () => {
    const colored = (isTTY: boolean, noColor: string | undefined, color?: boolean): boolean => {
      const before = process.env['NO_COLOR'];
      delete process.env['NO_COLOR'];
      if (noColor !== undefined) process.env['NO_COLOR'] = noColor;
      try {
        const stream = written(isTTY);
        const sink = consoleEvents(color === undefined ? { stream } : { stream, color });
        for (const event of story) sink.emit(event);
        return stream.lines.join('').includes('\u001b[');
      } finally {
        delete process.env['NO_COLOR'];
        if (before !== undefined) process.env['NO_COLOR'] = before;
      }
    };
    expect([colored(false, undefined), colored(true, undefined), colored(true, '1')]).toEqual([
      false,
      true,
      false,
    ]);
    expect([colored(false, '1', true), colored(true, undefined, false)]).toEqual([true, false]);
  });

  test('what comes from elsewhere acts on nothing and never splits a line, in any line that there is', () => {
    verifies('T30');
    const lines = printed(hostile);
    expect(lines).toHaveLength(hostile.length - 1);
    for (const line of lines) {
      expect(line).toContain('evil\\u{1b}]52;c;AAAA\\u{7}');
      expect(line.endsWith('\n')).toBe(true);
      expect(line.slice(0, -1)).not.toMatch(ACTING);
    }
  });

  test('as JSON each event is one line that acts on nothing, parses to the same facts, and shows no result', () => {
    verifies('T30');
    const lines = printed(hostile, { json: true });
    const { result, ...facts } = { ...(hostile[1] as typeof ended) };
    expect(JSON.parse(lines[1] ?? '')).toEqual(facts);
    expect(JSON.parse(lines[2] ?? '')).toEqual(hostile[2]);
    expect(lines).toHaveLength(hostile.length);
    for (const line of lines) {
      expect(line.slice(0, -1)).not.toMatch(ACTING);
      expect(line).not.toContain(result);
    }
  });

  test('a stream whose reader has gone does not end the process', async () => {
    const program = Program.start('events/console.mjs');
    try {
      await program.until('ready');
      program.child.stderr?.destroy();
      program.tell('go');
      expect(await program.until('alive')).toEqual([]);
    } finally {
      await program.kill();
    }
  });

  test('a sink that is closed leaves no listener on its stream', async () => {
    const stream = Object.assign(new EventEmitter(), { write: () => true });
    const sink = consoleEvents({ stream });
    sink.emit(ended);
    sink.emit(ended);
    expect(stream.listenerCount('error')).toBe(1);
    await sink.close?.();
    expect(stream.listenerCount('error')).toBe(0);
  });
});
