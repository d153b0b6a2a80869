import { canonicalJson, toJson, type Json } from '../domain/json.js';
import type { RunState } from '../domain/run/state.js';
import type { CallState } from '../domain/dispatch/state.js';

/** SHA-256 of a text, in hex. The library is loaded at the first digest: importing an agent does not wait for it. */
export function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}

/** SHA-256 of a JSON value's canonical text, in hex. */
export function digest(value: Json): string {
  return sha256(canonicalJson(value));
}

/** What a person decides on: this call of this run, for whom, of exactly this tool, with exactly these arguments. */
export function callDigest(
  { id, tool, source, args, plan }: CallState,
  { runId, identity }: Pick<RunState, 'runId' | 'identity'>,
): string {
  const of = { runId, identity: identity === null ? null : toJson(identity, 'identity') };
  return digest({ ...of, id, tool, source, definition: plan.definition, args });
}
