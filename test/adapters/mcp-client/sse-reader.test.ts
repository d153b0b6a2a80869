import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { AnswerRefused } from '../../../src/adapters/mcp-client/http/answer-refused.js';
import { HttpBudget, MAX_EVENTS } from '../../../src/adapters/mcp-client/http/http-budget.js';
import { SseReader } from '../../../src/adapters/mcp-client/http/sse-reader.js';
import { verifies } from '../../requirements.js';

/** The messages of a stream that comes in pieces of a size, and where it can be taken up again. */
function read(
  text: string,
  size = text.length,
  budget = new HttpBudget(1_000),
): { readonly messages: string[]; readonly id: string | undefined; readonly retryMs: number | undefined } {
  const reader = new SseReader(budget);
  const bytes = Buffer.from(text);
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    messages.push(...reader.push(bytes.subarray(at, at + size)));
  }
  return { messages, id: reader.lastEventId, retryMs: reader.retryMs };
}

/** Why the reading of a stream is given up. */
function refusal(text: string, times: number, size = text.length): unknown {
  const reader = new SseReader(new HttpBudget(1_000));
  const bytes = Buffer.from(text);
  try {
    for (let i = 0; i < times; i++) {
      for (let at = 0; at < bytes.length; at += size) Array.from(reader.push(bytes.subarray(at, at + size)));
    }
  } catch (thrown) {
    if (thrown instanceof AnswerRefused) return thrown.why;
    throw thrown;
  }
  return undefined;
}

const TOO_LARGE = { 'sallyport.unusable': 'too large' };
const FLOODED = { 'sallyport.unusable': 'flooded' };

describe('an event stream', () => {
  test('is read the same however it is cut, and whatever its lines end in', () => {
    verifies('TR-2');
    const line = fc.constantFrom(
      'data: {"é":1}',
      'data:x',
      'data',
      ': hi',
      'event: message',
      'event: other',
      '',
    );
    const end = fc.constantFrom('\n', '\r', '\r\n');
    const more = fc.constantFrom('id: 7', 'id', 'retry: 5', 'retry: x', 'other: y');
    const lines = fc.array(fc.oneof(line, more));
    fc.assert(
      fc.property(lines, end, fc.integer({ min: 1, max: 9 }), (some, ending, size) => {
        const text = some.map((one) => one + ending).join('');
        const plain = some.map((one) => `${one}\n`).join('');
        expect(read(text, size)).toEqual(read(plain));
      }),
    );
  });

  test.each<[string, string, readonly string[]]>([
    ['one message', 'data: 1\n\n', ['1']],
    ['several lines', 'data: 1\ndata:2\n\n', ['1\n2']],
    ['a byte-order mark', '\ufeffdata: 1\n\n', ['1']],
    ['an event of another kind', 'event: ping\ndata: 1\n\nevent: message\ndata: 2\n\n', ['2']],
    ['an event without data', 'id: 1\ndata:\n\n', []],
    ['an event that was cut', 'data: 1\n\ndata: 2\n', ['1']],
  ])('with %s', (_, text, messages) => {
    verifies('TR-2');
    expect(read(text).messages).toEqual(messages);
  });

  test.each<[string, string, string | undefined]>([
    ['its last id', 'id: 6\n\nid: 7\n\n', '7'],
    ['its last whole event', 'id: 7\n\nid: 8\n', '7'],
    ['nothing when that is taken back', 'id: 7\n\nid:\n\n', undefined],
    ['nothing that no header takes', 'id: 7\u00e9\n\n', undefined],
    ['nothing that is too long for a header', `id: ${'7'.repeat(2_000)}\n\n`, undefined],
  ])('can be taken up again behind %s', (_, text, id) => {
    verifies('TR-2');
    expect(read(text, text.length, new HttpBudget(10_000)).id).toBe(id);
  });

  test('asks for a wait of thirty seconds at most', () => {
    verifies('TR-2');
    expect(read('retry: 20\n').retryMs).toBe(20);
    expect(read('retry: 999999999999\n').retryMs).toBe(30_000);
  });

  test('is given up as soon as one message is too large, in one line or in many, whole or in pieces', () => {
    verifies('T27');
    expect(refusal(`data: ${'x'.repeat(1_000)}\n\n`, 3)).toBeUndefined();
    expect(refusal(`data: ${'x'.repeat(1_100)}`, 1, 7)).toEqual(TOO_LARGE);
    expect(refusal('data: 0123456789\n', 90)).toBeUndefined();
    expect(refusal('data: 0123456789\n', 92)).toEqual(TOO_LARGE);
    expect(refusal(`id: ${'x'.repeat(1_100)}`, 1)).toEqual(TOO_LARGE);
  });

  test.each([
    ['events', 'data: 1\n\n'],
    ['comments', ': hi\n'],
    ['empty lines', '\n'],
  ])('is given up after as many %s as there may be', (_, text) => {
    verifies('T27');
    expect(refusal(text, MAX_EVENTS)).toBeUndefined();
    expect(refusal(text, MAX_EVENTS + 1)).toEqual(FLOODED);
  });

  test('is given up after as many bytes as there may be, also within one comment', () => {
    verifies('T27');
    expect(refusal(`: ${'x'.repeat(1024 * 1024)}`, 15)).toBeUndefined();
    expect(refusal(`: ${'x'.repeat(1024 * 1024)}`, 17)).toEqual(FLOODED);
  });
});
