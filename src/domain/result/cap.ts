import type { Json } from '../json.js';

/** What stands in for a result that was over the ceiling. */
export type TruncatedToolResult = {
  readonly truncated: true;
  readonly reason: string;
  /** The first characters of the real result, verbatim; absent when the explanation alone fills the cap. */
  readonly head?: string;
};

/** A result as the model reads it, with the sizes in UTF-16 code units when a ceiling measured it. */
export interface CappedResult {
  readonly content: Json;
  readonly charsBefore?: number;
  readonly charsAfter?: number;
}

/**
 * Applies the ceiling to one result. A result within the cap is returned by reference. Over it the marker is the result:
 * its serialised form fits the cap whenever the explanation alone does, and `head` is the longest verbatim prefix that
 * fits, never ending between the halves of a surrogate pair. A string is measured as it is, anything else as its JSON.
 *
 * @param cap the most characters the model may read; absent means that nothing is measured
 */
export function capResult(tool: string, content: Json, cap: number | undefined): CappedResult {
  if (cap === undefined) return { content };
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  if (text.length <= cap) return { content, charsBefore: text.length, charsAfter: text.length };
  return { ...mark(tool, text, cap), charsBefore: text.length };
}

function mark(
  tool: string,
  text: string,
  cap: number,
): { readonly content: TruncatedToolResult; readonly charsAfter: number } {
  const reason = `${tool} returned ${text.length} chars, over the ${cap}-char cap. Narrow the request and call again.`;
  const bare = JSON.stringify({ truncated: true, reason, head: '' }).length;
  const { end, escaped } = longestPrefix(text, cap - bare);
  if (end === 0) {
    const content: TruncatedToolResult = { truncated: true, reason };
    return { content, charsAfter: JSON.stringify(content).length };
  }
  return { content: { truncated: true, reason, head: text.slice(0, end) }, charsAfter: bare + escaped };
}

/** Code units that JSON writes for each ASCII character: its escape, where it has one. */
const ASCII_UNITS: Uint8Array = new Uint8Array(0x80).map(
  (_, unit) => JSON.stringify(String.fromCharCode(unit)).length - 2,
);

/**
 * Where the longest prefix ends whose JSON escape is at most `room` code units, and how long that escape is. It splits no
 * surrogate pair. No more of the text is looked at than fits.
 */
function longestPrefix(text: string, room: number): { readonly end: number; readonly escaped: number } {
  const asciiUnits = ASCII_UNITS;
  const { length } = text;
  let left = room;
  let end = 0;
  while (end < length) {
    const unit = text.charCodeAt(end);
    const units = unit < 0x80 ? (asciiUnits[unit] as number) : unitsAt(text, end);
    if (units > left) break;
    left -= units;
    end += unit < 0xd800 ? 1 : widthAt(text, end);
  }
  return { end, escaped: room - left };
}

/** Code units of the character that begins here: two for a surrogate pair. */
function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

/** Code units that JSON writes for a character beyond ASCII: half a surrogate pair is escaped. */
function unitsAt(text: string, at: number): number {
  const point = text.codePointAt(at) as number;
  if (point > 0xffff) return 2;
  return point >= 0xd800 && point <= 0xdfff ? 6 : 1;
}

/** Whether a tool result is the ceiling's marker. */
export function isTruncatedToolResult(value: unknown): value is TruncatedToolResult {
  if (typeof value !== 'object' || value === null) return false;
  const { truncated, reason, head } = value as Partial<Record<keyof TruncatedToolResult, unknown>>;
  return truncated === true && typeof reason === 'string' && (head === undefined || typeof head === 'string');
}
