import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { readResult } from '../../../src/adapters/mcp-client/result/result.js';
import { verifies } from '../../requirements.js';

const names = { server: 'files', tool: 'read' };
const read = (result: unknown): unknown => readResult(result, names);
const text = (value: string): object => ({ type: 'text', text: value });

describe('what a model reads of a result', () => {
  test('text blocks are joined', () => {
    verifies('MC-7');
    expect(read({ content: [text('a'), text('b')] })).toBe('a\nb');
    expect(read({ content: [] })).toBe('');
  });

  test.each<[string, unknown, string]>([
    ['an image', { type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' }, '[image: image/png, 5 bytes]'],
    ['audio', { type: 'audio', mimeType: 'audio/wav', data: 'aGVsbG9v' }, '[audio: audio/wav, 6 bytes]'],
    [
      'data that is no base64',
      { type: 'image', mimeType: 'image/png', data: 'x' },
      '[image: image/png, size unknown]',
    ],
    ['a block without data', { type: 'image' }, '[image: no mime type, size unknown]'],
    [
      'a link',
      { type: 'resource_link', uri: 'file:///a.csv', name: 'a.csv', mimeType: 'text/csv', size: 12 },
      '[resource_link: a.csv, file:///a.csv, text/csv, 12 bytes]',
    ],
    [
      'an embedded blob',
      { type: 'resource', resource: { uri: 'file:///a.bin', mimeType: 'application/x', blob: 'aGVsbG8=' } },
      '[resource: file:///a.bin, application/x, 5 bytes]',
    ],
    [
      'embedded text',
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'inside' } },
      '[resource: file:///a, text/plain, 6 bytes]\ninside',
    ],
    [
      'a link to what it holds itself',
      { type: 'resource_link', uri: 'data:image/png;base64,aGVsbG8=', name: 'x' },
      '[resource_link: x, data:image/png;base64,…, no mime type, size unknown]',
    ],
    [
      'an unknown block',
      { type: 'video', mimeType: 'video/mp4', data: 'AAAA' },
      '[content of unknown type "video": video/mp4, 3 bytes]',
    ],
    ['no block at all', null, '[a content block that is null]'],
  ])('%s is a stated stand-in, and the other blocks are kept', (_, block, standIn) => {
    verifies('MC-7', 'C36');
    expect(read({ content: [text('before'), block, text('after')] })).toBe(`before\n${standIn}\nafter`);
  });

  test('structured content is shown once: alone as it is, beside text only where the text does not say it', () => {
    verifies('MC-7', 'C35');
    expect(read({ content: [], structuredContent: { x: 1 } })).toEqual({ x: 1 });
    expect(read({ structuredContent: { x: 1 } })).toEqual({ x: 1 });
    expect(read({ content: [text('one')], structuredContent: { x: 1 } })).toBe('one\n{"x":1}');
    expect(read({ content: [text('{ "b": 2, "a": 1 }')], structuredContent: { a: 1, b: 2 } })).toBe(
      '{ "b": 2, "a": 1 }',
    );
    expect(read({ content: [text('long text')], structuredContent: { content: 'long text' } })).toBe(
      'long text',
    );
  });

  test('structured content that is in one of several text blocks, or repeats the blocks, is not shown again', () => {
    verifies('MC-7', 'C35');
    const summary = { content: [text('two rows'), text('{"rows":2}')], structuredContent: { rows: 2 } };
    expect(read(summary)).toBe('two rows\n{"rows":2}');
    const blocks = [text('a'), { type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' }];
    expect(read({ content: blocks, structuredContent: { result: blocks } })).toBe(
      'a\n[image: image/png, 5 bytes]',
    );
    expect(read({ content: [text('')], structuredContent: { x: 1 } })).toEqual({ x: 1 });
    expect(read({ content: [text('none')], structuredContent: null })).toBe('none');
    expect(read({ content: [text('three')], structuredContent: [1, 2, 3] })).toBe('three\n[1,2,3]');
  });

  test('the base64 of a block is not shown by way of the structured content either', () => {
    verifies('MC-7', 'C36');
    const data = 'QUJD'.repeat(1_000);
    const image = { type: 'image', mimeType: 'image/png', data };
    const structuredContent = { width: 8, png: data, url: `data:image/png;base64,${data}` };
    expect(read({ content: [image], structuredContent })).toBe(
      '[image: image/png, 3000 bytes]\n' +
        '{"width":8,"png":"[image: image/png, 3000 bytes]","url":"[image: image/png, 3000 bytes]"}',
    );
  });

  test('a value that nests too deep is refused by its shape', () => {
    verifies('MC-7');
    const deep = JSON.parse(`${'{"canary":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as unknown;
    for (const result of [{ toolResult: deep }, { structuredContent: deep, content: [text('x')] }]) {
      expect(() => read(result)).toThrow(expect.objectContaining({ code: 'ERR_MCP_RESULT_SHAPE' }));
      expect(() => read(result)).not.toThrow('canary');
    }
  });

  test('the result of the first protocol revision is read', () => {
    verifies('MC-7');
    expect(read({ toolResult: { ok: true } })).toEqual({ ok: true });
  });

  test.each<[unknown, string]>([
    [null, 'null'],
    ['canary-3', 'a string'],
    [[], 'an array'],
    [{}, 'neither content nor structuredContent'],
    [{ content: 'canary-3' }, 'content that is a string'],
  ])('%j is refused by its shape, never with its payload', (result, shape) => {
    verifies('MC-7');
    expect(() => read(result)).toThrow(
      expect.objectContaining({ code: 'ERR_MCP_RESULT_SHAPE', message: expect.stringContaining(shape) }),
    );
    expect(() => read(result)).not.toThrow('canary-3');
  });

  test('an error carries the server’s own text, whatever structured content stands beside it', () => {
    verifies('MC-8', 'C37');
    const error = { isError: true, content: [text('real error')], structuredContent: { error: 'E' } };
    expect(() => read(error)).toThrow('Tool "read" of MCP server "files" failed: real error');
    expect(() => read({ isError: true, content: [], structuredContent: { error: 'E' } })).toThrow(
      '{"error":"E"}',
    );
    expect(() => read({ isError: true, content: [] })).toThrow('it gave no reason');
    expect(() => read({ isError: true })).toThrow(expect.objectContaining({ code: 'ERR_MCP_TOOL' }));
  });
});

describe('whatever a result holds', () => {
  const plain = fc.string().map((value) => text(`t:${value}`));
  const odd = fc.oneof(fc.constant(null), fc.integer(), fc.record({ type: fc.string() }));

  test('every text block is shown in its order, and structured content once', () => {
    verifies('MC-7', 'C35');
    fc.assert(
      fc.property(
        fc.array(plain, { minLength: 1 }),
        fc.dictionary(fc.string(), fc.integer()),
        (blocks, more) => {
          const shown = blocks.map((block) => (block as { readonly text: string }).text).join('\n');
          const structured = { ...more, kept: 1, also: 2 };
          expect(read({ content: blocks })).toBe(shown);
          expect(read({ content: blocks, structuredContent: structured })).toBe(
            `${shown}\n${JSON.stringify(structured)}`,
          );
          const said = [...blocks, text(JSON.stringify(structured, null, 2))];
          expect(read({ content: said, structuredContent: structured })).toBe(read({ content: said }));
        },
      ),
    );
  });

  test('no block takes another with it, its base64 is never shown, and its size is that of its bytes', () => {
    verifies('MC-7', 'C36');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 30 }), fc.array(odd), (bytes, others) => {
        const data = Buffer.from(bytes).toString('base64');
        const image = { type: 'image', mimeType: 'image/png', data };
        const shown = String(
          read({ content: [text('before'), ...others, image], structuredContent: { data } }),
        );
        expect(shown).toContain(`[image: image/png, ${bytes.length} bytes]`);
        expect(shown.startsWith('before\n')).toBe(true);
        expect(shown).not.toContain(data);
      }),
    );
  });
});
