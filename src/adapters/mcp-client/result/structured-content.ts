import type { Json, JsonObject } from '../../../domain/json.js';
import type { ReadBlock } from './content-block.js';

/**
 * Structured content in which the base64 of a content block, which some servers repeat there, is replaced by the block's
 * stand-in. What repeats nothing is returned by reference.
 */
export function withoutData(value: Json, blocks: readonly ReadBlock[]): Json {
  const standIns = new Map(blocks.flatMap(({ data, text }) => (data === undefined ? [] : [[data, text]])));
  return standIns.size === 0 ? value : replaced(value, standIns);
}

function replaced(value: Json, standIns: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return standIns.get(value) ?? standIns.get(payloadOf(value)) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => replaced(item, standIns));
  const entries = Object.entries(value as JsonObject);
  return Object.fromEntries(entries.map(([key, item]) => [key, replaced(item, standIns)]));
}

/** What a `data:` URI holds after its comma; any other text is itself. */
function payloadOf(text: string): string {
  return text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text;
}
