/** White space as ECMAScript's `\s` has it, and all the rest, as members of an RE2 character class. */
const SPACE = String.raw`\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NO_SPACE = [
  String.raw`\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}`,
  String.raw`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`,
].join('');
const DOT = String.raw`[^\n\r\x{2028}\x{2029}]`;
const ANY = String.raw`[\x00-\x{10ffff}]`;
const NONE = String.raw`[^\x00-\x{10ffff}]`;

const ESCAPES = [
  String.raw`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`,
  String.raw`\\u\{[0-9a-fA-F]+\}`,
  String.raw`\\u[0-9a-fA-F]{4}`,
  String.raw`\\x[0-9a-fA-F]{2}`,
  String.raw`\\c[a-zA-Z]`,
  String.raw`\\[pP]\{[\w=]*\}`,
  String.raw`\\[0-9]+`,
  String.raw`\\[^]`,
];
const GROUPS = [String.raw`\(\?<?[=!]`, String.raw`\(\?<[\p{L}\p{N}_$]+>`, String.raw`\(\?[a-z\-]+:`];
const TOKEN = new RegExp([...ESCAPES, ...GROUPS, String.raw`\[\^?\]`, '[^]'].join('|'), 'gu');

/** Escapes that both languages write alike. */
const SHARED = 'dDwWbBnrtfv';

/** A construct that RE2 cannot match, or that ECMAScript does not define. The message says which. */
export class PatternRefused extends Error {}

/**
 * The RE2 pattern that matches exactly what the ECMAScript pattern matches.
 *
 * @throws PatternRefused for look-around, back references, inline flags, and what ECMAScript does not define
 */
export function toRe2(pattern: string): string {
  checkSyntax(pattern);
  let inClass = false;
  return pattern.replace(TOKEN, (token) => {
    if (token.startsWith('\\')) return escapeOf(token, inClass);
    if (inClass) {
      inClass = !token.endsWith(']');
      return token.startsWith('[') ? `\\${token}` : token;
    }
    inClass = token === '[';
    return plain(token);
  });
}

function plain(token: string): string {
  if (token === '.') return DOT;
  if (token === '[]') return NONE;
  if (token === '[^]') return ANY;
  if (token.length < 3 || !token.startsWith('(?')) return token;
  if (/[=!]$/.test(token))
    throw new PatternRefused(`look-around "${token}…)" cannot be matched in linear time`);
  if (token.endsWith(':')) throw new PatternRefused(`inline flags "${token}…)" are not supported`);
  return '(';
}

function escapeOf(token: string, inClass: boolean): string {
  const letter = token.charAt(1);
  if (token.length > 2) return longEscape(token, letter);
  if (letter === 's') return inClass ? SPACE : `[${SPACE}]`;
  if (letter === 'S') return inClass ? NO_SPACE : `[${NO_SPACE}]`;
  if (letter === 'b' && inClass) return String.raw`\x08`;
  if (letter === '0') return String.raw`\x00`;
  if (/[1-9k]/.test(letter))
    throw new PatternRefused(`the back reference "${token}" cannot be matched in linear time`);
  if (SHARED.includes(letter)) return token;
  if (/[a-zA-Z]/.test(letter)) throw new PatternRefused(`the escape "${token}" has no meaning in ECMAScript`);
  return /[!-/:-@[-^`{-~]/.test(letter) ? token : token.slice(1);
}

function longEscape(token: string, letter: string): string {
  if (/[0-9]/.test(letter))
    throw new PatternRefused(`the back reference "${token}" cannot be matched in linear time`);
  if (letter === 'c') return codePoint(token.charCodeAt(2) % 32);
  if (letter === 'p' || letter === 'P') return `\\${letter}{${propertyOf(token.slice(3, -1))}}`;
  if (letter !== 'u' && letter !== 'x') return token.slice(1);
  const units = [...token.matchAll(/[0-9a-fA-F]{2,}|[0-9a-fA-F](?=\})/g)].map(([hex]) =>
    Number.parseInt(hex, 16),
  );
  const [first = 0, second] = units;
  return codePoint(
    second === undefined ? first : (String.fromCharCode(first, second).codePointAt(0) ?? first),
  );
}

function codePoint(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

function propertyOf(name: string): string {
  return name.replace(/^(?:Script|sc|General_Category|gc)=/, '');
}

function checkSyntax(pattern: string): void {
  if (isSyntax(pattern, 'u') || isSyntax(pattern, '')) return;
  throw new PatternRefused('it is no ECMAScript regular expression');
}

function isSyntax(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
