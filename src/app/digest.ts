import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../domain/json.js';
import type { CallState } from '../domain/dispatch/state.js';

/** SHA-256 of a JSON value's canonical text, in hex. */
export function digest(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** What a person decides on: this tool of this source, in this call, with exactly these arguments. */
export function callDigest({
  id,
  tool,
  source,
  args,
}: Pick<CallState, 'id' | 'tool' | 'source' | 'args'>): string {
  return digest({ id, tool, source, args });
}
