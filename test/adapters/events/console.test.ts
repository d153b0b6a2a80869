import { describe, expect, test } from '@jest/globals';
import { consoleEvents } from '../../../src/adapters/events/console.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import { eventSinkContract } from '../../../src/ports/contracts/event-sink.js';
import { verifies } from '../../requirements.js';

function written(): { readonly lines: string[]; write(text: string): void } {
  const lines: string[] = [];
  return { lines, write: (text) => void lines.push(text) };
}

const call = { runId: 'r', callId: 'c', tool: 'write_file', source: 'files', iteration: 1 };

const story: readonly SallyportEvent[] = [
  { type: 'sallyport.permission.check', ...call, checker: 'roles', capability: 'tool_call', result: 'allow' },
  {
    type: 'sallyport.middleware.decided',
    ...call,
    middleware: 'tidy',
    moment: 'before',
    outcome: 'allow',
    changed: true,
  },
  {
    type: 'sallyport.middleware.decided',
    ...call,
    middleware: 'asker',
    moment: 'before',
    outcome: 'ask',
    changed: false,
  },
  { type: 'sallyport.decision.recorded', ...call, kind: 'ask', approved: true, by: 'ann' },
  {
    type: 'sallyport.stream.tool_end',
    ...call,
    status: 'settled',
    result: 'SECRET RESULT',
    charsBefore: 2_053_199,
    charsAfter: 20_000,
    durationMs: 12.34,
  },
];

describe('console events', () => {
  eventSinkContract(
    { describe, test },
    {
      open: () => {
        const stream = written();
        const arrived = (): readonly string[] =>
          stream.lines.map((line) => (JSON.parse(line) as { runId: string }).runId);
        return { sink: consoleEvents({ stream, json: true }), arrived };
      },
    },
  );

  test('a call is one line: tool, source, verdicts in order, sizes and duration; never its result', () => {
    verifies('MW-7', 'PG-7');
    const stream = written();
    const sink = consoleEvents({ stream });
    for (const event of story) sink.emit(event);
    expect(stream.lines).toEqual([
      'settled write_file files  roles allow › tidy allow (changed) › asker ask › ann approved  2,053,199 → 20,000 chars  12.3 ms\n',
    ]);
  });

  test('colours are used on a terminal or when asked for, and only then', () => {
    verifies('HX-4');
    const plain = written();
    const colored = written();
    for (const event of story) {
      consoleEvents({ stream: plain }).emit(event);
      consoleEvents({ stream: colored, color: true }).emit(event);
    }
    expect(plain.lines.join('')).not.toContain('\u001b[');
    expect(colored.lines.join('')).toContain('\u001b[');
  });

  test('names from elsewhere act on nothing and never split a line', () => {
    verifies('T30');
    const stream = written();
    const tool = 'evil\u001b]52;c;AAAA\u0007\u001b[2J\u202e\r\nforged line';
    consoleEvents({ stream }).emit({
      ...(story[4] as SallyportEvent<'sallyport.stream.tool_end'>),
      tool,
      source: tool,
    });
    expect(stream.lines).toHaveLength(1);
    expect(stream.lines[0]).toMatch(/^settled evil\\u\{1b\}\]52;c;AAAA\\u\{7\}.*forged line/u);
    expect(stream.lines[0]?.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
