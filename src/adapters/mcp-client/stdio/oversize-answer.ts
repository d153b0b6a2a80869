import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

const ID = String.raw`"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")`;
const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;

/** A message that begins with its id, its version before it or not. */
const ID_FIRST = new RegExp(String.raw`^[^{]*\{\s*(?:${VERSION}\s*,\s*)?${ID}\s*,`);
/** A message that ends with its id, its version behind it or not: what stands before the last brace is its own. */
const ID_LAST = new RegExp(String.raw`${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);
/** A message that asks or tells of something, and so answers nothing. */
const METHOD_FIRST = new RegExp(String.raw`^[^{]*\{\s*(?:(?:${VERSION}|${ID})\s*,\s*)*"method"\s*:`);

/**
 * Which of the awaited requests a line was the answer to of which only the ends are known. All of them where that cannot
 * be told, so that nothing waits for what will not come; none where the line answers none of them.
 */
export function answeredBy(
  head: string,
  tail: string,
  awaited: ReadonlySet<RequestId>,
): readonly RequestId[] {
  if (METHOD_FIRST.test(head)) return [];
  const found = (ID_FIRST.exec(head) ?? ID_LAST.exec(tail))?.[1];
  if (found === undefined) return [...awaited];
  const id = JSON.parse(found) as RequestId;
  return [...awaited].filter((one) => String(one) === String(id));
}
