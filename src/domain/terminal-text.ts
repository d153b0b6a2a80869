/**
 * Text from elsewhere, made safe to print on one line of a terminal or a log: control characters, escape sequences, line
 * ends, direction marks and invisible characters are shown as `\u{…}` and act on nothing.
 */
export function escapeTerminal(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
