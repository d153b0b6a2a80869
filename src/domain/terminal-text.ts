/** Controls, format characters (direction marks and tags among them), line and paragraph ends, lone surrogates, private use, and what is not drawn. */
const ACTS_OR_HIDES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Text from elsewhere, made safe to print on one line of a terminal or a log: control characters, escape sequences, line
 * ends, direction marks and invisible characters are shown as `\u{…}` and act on nothing.
 */
export function escapeTerminal(text: string): string {
  return text.replace(ACTS_OR_HIDES, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * JSON text with the same characters as JSON escapes (`\u202e`): it is safe to print on one line, and parses to the same
 * value. Only inside strings can JSON on one line hold such characters.
 */
export function escapeJsonText(json: string): string {
  return json.replace(ACTS_OR_HIDES, (char) => {
    let escaped = '';
    for (let i = 0; i < char.length; i++) escaped += `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`;
    return escaped;
  });
}
