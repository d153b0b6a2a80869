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
  const escaped = escapedHead(text, cap - bare);
  if (escaped === '') {
    const content: TruncatedToolResult = { truncated: true, reason };
    return { content, charsAfter: JSON.stringify(content).length };
  }
  const head = JSON.parse(`"${escaped}"`) as string;
  return { content: { truncated: true, reason, head }, charsAfter: bare + escaped.length };
}

/**
 * The longest prefix of the text whose JSON escape is at most `room` code units, in its escaped form. It splits no escape
 * and no surrogate pair. No more of the text is looked at than could fit.
 */
function escapedHead(text: string, room: number): string {
  if (room <= 0) return '';
  const pairCut = isHighSurrogate(text.charCodeAt(room - 1)) && isLowSurrogate(text.charCodeAt(room));
  const escaped = JSON.stringify(text.slice(0, pairCut ? room + 1 : room)).slice(1, -1);
  if (escaped.length <= room) return escaped;
  const end = wholeEscapes(escaped, room);
  const split = isHighSurrogate(escaped.charCodeAt(end - 1)) && isLowSurrogate(escaped.charCodeAt(end));
  return escaped.slice(0, split ? end - 1 : end);
}

/** The last place, not after `end`, that does not lie inside an escape. */
function wholeEscapes(escaped: string, end: number): number {
  const last = escaped.lastIndexOf('\\', end - 1);
  let run = 0;
  while (escaped[last - run] === '\\') run++;
  if (run % 2 === 0) return end;
  const length = escaped[last + 1] === 'u' ? 6 : 2;
  return last + length <= end ? end : last;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Whether a tool result is the ceiling's marker. */
export function isTruncatedToolResult(value: unknown): value is TruncatedToolResult {
  if (typeof value !== 'object' || value === null) return false;
  const { truncated, reason, head } = value as Partial<Record<keyof TruncatedToolResult, unknown>>;
  return truncated === true && typeof reason === 'string' && (head === undefined || typeof head === 'string');
}
