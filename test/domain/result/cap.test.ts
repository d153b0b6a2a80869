import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { capResult, isTruncatedToolResult } from '../../../src/domain/result/cap.js';
import { verifies } from '../../requirements.js';

/** Text with everything that JSON escapes or that surrogates make hard. */
const unit = fc.oneof(
  fc.constantFrom(
    '"',
    '\\',
    '\n',
    '\t',
    '\u0000',
    '\u001f',
    '\u007f',
    '\u2028',
    'é',
    '\ud800',
    '\udc00',
    '🏃',
    '😀',
  ),
  fc.string({ minLength: 1, maxLength: 20 }),
);
const text = fc.array(unit, { maxLength: 400 }).map((parts) => parts.join(''));

function explanation(length: number, cap: number): string {
  return `orders_export returned ${length} chars, over the ${cap}-char cap. Narrow the request and call again.`;
}

describe('the ceiling on one result', () => {
  test('the marker parses, fits, and its head is the longest verbatim prefix that splits no pair', () => {
    verifies('RC-2');
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5_000 }), (value, cap) => {
        const { content, charsBefore } = capResult('orders_export', value, cap);
        if (value.length <= cap) return void expect(content).toBe(value);
        expect(charsBefore).toBe(value.length);
        const serialised = JSON.stringify(content);
        expect(JSON.parse(serialised)).toEqual(content);
        if (!isTruncatedToolResult(content)) throw new Error('over the cap the result is the marker');
        const reason = explanation(value.length, cap);
        expect(content.reason).toBe(reason);
        const bare = JSON.stringify({ truncated: true, reason }).length;
        if (bare <= cap) expect(serialised.length).toBeLessThanOrEqual(cap);
        const head = content.head ?? '';
        expect(value.startsWith(head)).toBe(true);
        expect(/[\ud800-\udbff]$/.test(head) && /^[\udc00-\udfff]/.test(value.slice(head.length))).toBe(
          false,
        );
        const next = head + String.fromCodePoint(value.codePointAt(head.length) ?? 0);
        expect(JSON.stringify({ truncated: true, reason, head: next }).length).toBeGreaterThan(cap);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the wording names the tool, the size, the cap and the one move that helps', () => {
    verifies('RC-2');
    const { content } = capResult('orders_export', 'x'.repeat(812_431), 20_000);
    expect(content).toMatchObject({
      truncated: true,
      reason:
        'orders_export returned 812431 chars, over the 20000-char cap. Narrow the request and call again.',
    });
    expect(JSON.stringify(content)).toHaveLength(20_000);
  });

  test('a result within the cap passes by reference, and without a cap nothing is measured', () => {
    verifies('RC-5', 'RC-1');
    const value = { rows: [1, 2, 3] };
    const capped = capResult('t', value, 100);
    expect(capped.content).toBe(value);
    expect(capped.charsBefore).toBe(JSON.stringify(value).length);
    expect(capResult('t', value, undefined)).toEqual({ content: value });
  });

  test('what is not a string is measured, and cut, as its JSON', () => {
    verifies('RC-2');
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id }));
    const { content, charsBefore } = capResult('t', rows, 500);
    expect(charsBefore).toBe(JSON.stringify(rows).length);
    if (!isTruncatedToolResult(content)) throw new Error('it is over the cap');
    expect(JSON.stringify(rows).startsWith(content.head ?? '-')).toBe(true);
  });

  test('the guard knows a marker from what looks like one', () => {
    verifies('RC-3');
    expect(isTruncatedToolResult({ truncated: true, reason: 'r' })).toBe(true);
    expect(isTruncatedToolResult({ truncated: true, reason: 'r', head: 'h' })).toBe(true);
    for (const other of [
      null,
      'x',
      {},
      { truncated: true },
      { truncated: true, reason: 'r', head: 1 },
      { reason: 'r' },
    ]) {
      expect(isTruncatedToolResult(other)).toBe(false);
    }
  });
});
