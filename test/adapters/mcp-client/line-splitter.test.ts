import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { LineSplitter, type SplitLine } from '../../../src/adapters/mcp-client/stdio/line-splitter.js';
import { answeredBy } from '../../../src/adapters/mcp-client/stdio/oversize-answer.js';
import { verifies } from '../../requirements.js';

function split(splitter: LineSplitter, bytes: Buffer, size: number): SplitLine[] {
  const lines: SplitLine[] = [];
  for (let at = 0; at < bytes.length; at += size) lines.push(...splitter.push(bytes.subarray(at, at + size)));
  return lines;
}

describe('the lines of a stream', () => {
  test('are the same however the stream is cut, also inside a character', () => {
    verifies('TR-1');
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n'));
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 9 }), (lines, size) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        expect(split(new LineSplitter(1_000_000), bytes, size)).toEqual(lines.map((text) => ({ text })));
      }),
    );
  });

  test('9 MB in small chunks takes time in line with its size, and a line over the limit keeps its ends alone', () => {
    verifies('C16');
    const bytes = Buffer.concat([Buffer.alloc(9_000_000, 'x'), Buffer.from('\n')]);
    const began = performance.now();
    const whole = split(new LineSplitter(10_000_000), bytes, 512);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(whole.map((line) => ('text' in line ? line.text.length : 0))).toEqual([9_000_000]);
    const mixed = Buffer.concat([Buffer.from('head'), bytes, Buffer.from('next\n')]);
    const [long, next] = split(new LineSplitter(100_000), mixed, 512);
    expect(long).toEqual({ head: `head${'x'.repeat(1_020)}`, tail: 'x'.repeat(1_024) });
    expect(next).toEqual({ text: 'next' });
  });
});

describe('the call that an oversize line answers', () => {
  const awaited = new Set([7, 71, 'a"b']);

  test.each<[string, string, string, readonly (number | string)[]]>([
    ['the id first', '{"jsonrpc":"2.0","id":7,"result":{"x":"', '"}}', [7]],
    ['the id first, in the spacing of Python', '{"jsonrpc": "2.0", "id": 71, "result": {', '}}', [71]],
    ['no version before it', '{"id":"a\\"b","result":{', '}}', ['a"b']],
    ['the id last', '{"jsonrpc":"2.0","result":{"id":71,"x":"', '"},"id":7}', [7]],
    ['the id last, before the version', '{"result":{"x":"', '"},"id":7,"jsonrpc":"2.0"}\r', [7]],
    ['an id of nobody', '{"jsonrpc":"2.0","id":8,"result":{"id":7,', '"id":7}}', []],
    ['a notification', '{"jsonrpc":"2.0","method":"notifications/message","params":{"id":7,', '}}', []],
    ['a request', '{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{', '}}', []],
    ['an id inside the result', '{"jsonrpc":"2.0","result":{"id":7,"x":"', '"id":7}}', [7, 71, 'a"b']],
    ['no id to be seen', '{"result":{"x":"', '"}}', [7, 71, 'a"b']],
  ])('%s', (_, head, tail, ids) => {
    verifies('C16');
    expect(answeredBy(head, tail, awaited)).toEqual(ids);
  });
});
