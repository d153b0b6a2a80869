import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { escapeJsonText, escapeTerminal } from '../../src/domain/terminal-text.js';
import { verifies } from '../requirements.js';

const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u;

describe('escapeTerminal', () => {
  test.each([
    ['an escape sequence', '\u001b]52;c;QQ==\u0007', '\\u{1b}]52;c;QQ==\\u{7}'],
    ['clearing the screen', '\u001b[2J', '\\u{1b}[2J'],
    ['an eight-bit control', '\u009b2J', '\\u{9b}2J'],
    ['a carriage return and a line feed', 'a\r\nb', 'a\\u{d}\\u{a}b'],
    ['the other line ends', '\u0085\u2028\u2029\u000b\u000c', '\\u{85}\\u{2028}\\u{2029}\\u{b}\\u{c}'],
    ['a direction mark', 'a\u202eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
    ['what has no width', 'a\u200bb\ufeffc\u2060', 'a\\u{200b}b\\u{feff}c\\u{2060}'],
    ['tags and selectors that hide text', 'a\u{e0041}b\u{e0101}', 'a\\u{e0041}b\\u{e0101}'],
    ['a letter that is not drawn', 'a\u3164b', 'a\\u{3164}b'],
    ['half a surrogate pair', 'a\ud800b', 'a\\u{d800}b'],
  ])('shows %s', (_what, text, shown) => {
    verifies('T30');
    expect(escapeTerminal(text)).toBe(shown);
  });

  test('leaves ordinary text as it is', () => {
    const text = 'write_file → läuft, 漢字, \\n "quoted" 🏃 1,234';
    expect(escapeTerminal(text)).toBe(text);
  });

  test('whatever the text, nothing in it acts, and it is one line', () => {
    verifies('T30');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !ACTING.test(escapeTerminal(text))));
  });
});

describe('escapeJsonText', () => {
  test('whatever the value, nothing in its JSON acts, and it parses to the same value', () => {
    verifies('T30');
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const json = JSON.stringify(value);
        const escaped = escapeJsonText(json);
        expect(escaped).not.toMatch(ACTING);
        expect(JSON.parse(escaped)).toEqual(JSON.parse(json));
      }),
    );
  });

  test('a character beyond the first plane is escaped as its two halves', () => {
    expect(escapeJsonText('"\u{e0041}"')).toBe('"\\udb40\\udc41"');
  });
});
