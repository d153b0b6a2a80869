import { createHash } from 'node:crypto';
import { canonicalJson, toJson, type Json } from '../domain/json.js';
import type { RunState } from '../domain/run/state.js';
import type { CallState } from '../domain/dispatch/state.js';

/** SHA-256 of a JSON value's canonical text, in hex. */
export function digest(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** What a person decides on: this call of this run, for whom, of exactly this tool, with exactly these arguments. */
export function callDigest(
  { id, tool, source, args, plan }: CallState,
  { runId, identity }: RunState,
): string {
  const of = { runId, identity: identity === null ? null : toJson(identity, 'identity') };
  return digest({ ...of, id, tool, source, definition: plan.definition, args });
}
