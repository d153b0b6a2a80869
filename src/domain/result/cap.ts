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
  const marker = mark(tool, text, cap);
  return { content: marker, charsBefore: text.length, charsAfter: JSON.stringify(marker).length };
}

function mark(tool: string, text: string, cap: number): TruncatedToolResult {
  const reason = `${tool} returned ${text.length} chars, over the ${cap}-char cap. Narrow the request and call again.`;
  const bare = JSON.stringify({ truncated: true, reason, head: '' }).length;
  const head = longestHead(text, cap - bare);
  return head === '' ? { truncated: true, reason } : { truncated: true, reason, head };
}

/** The longest prefix whose JSON escape is at most `room` code units and that splits no surrogate pair. */
function longestHead(text: string, room: number): string {
  let used = 0;
  let end = 0;
  while (end < text.length) {
    const pair = isHighSurrogate(text.charCodeAt(end)) && isLowSurrogate(text.charCodeAt(end + 1));
    used += pair ? 2 : escapedLength(text.charCodeAt(end));
    if (used > room) break;
    end += pair ? 2 : 1;
  }
  return text.slice(0, end);
}

/** How many code units `JSON.stringify` writes for one that is not half of a pair. */
function escapedLength(unit: number): number {
  if (unit === 0x22 || unit === 0x5c) return 2;
  if (unit >= 0x20) return isHighSurrogate(unit) || isLowSurrogate(unit) ? 6 : 1;
  return unit >= 0x08 && unit <= 0x0d && unit !== 0x0b ? 2 : 6;
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
