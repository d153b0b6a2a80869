import { canonicalJson, toJson } from '../domain/json.js';
import type { Identity } from '../domain/identity.js';
import { fold } from '../domain/run/fold.js';
import type { RunState } from '../domain/run/state.js';
import { readCheckpoint, stateDigest, type Checkpoint } from './checkpoint.js';
import type { Definition } from './definition.js';
import { checkFingerprint } from './fingerprint.js';
import { IdentityMismatchError, StaleCheckpointError, UnknownRunError } from './resume-errors.js';
import { RunDriver } from './run-driver.js';

/**
 * Holds a recorded run, from its id or its checkpoint. A checkpoint whose run this journal does not hold is adopted into
 * it, so that an answer is single-use from there on.
 *
 * @throws UnknownRunError, InvalidCheckpointError, StaleCheckpointError, DefinitionChangedError, IdentityMismatchError;
 *   nothing ran and nothing was recorded
 */
export async function takeUp(
  definition: Definition,
  from: Checkpoint | string,
  identity: Identity | undefined,
): Promise<RunDriver> {
  const checkpoint = typeof from === 'string' ? undefined : readCheckpoint(from);
  const runId = checkpoint?.runId ?? (from as string);
  const entries = await definition.journal.read(runId);
  const recorded = fold(entries.map(({ event }) => event));
  const state = recorded ?? checkpoint?.state;
  if (state === undefined) throw new UnknownRunError(runId);
  if (recorded !== undefined && checkpoint !== undefined) checkCurrent(checkpoint, recorded, entries.length);
  checkFingerprint(runId, state.fingerprint, definition.fingerprint);
  if (identity !== undefined) checkIdentity(state, identity);
  if (recorded === undefined) return RunDriver.begin(definition, { type: 'run.adopted', state });
  return new RunDriver(definition, state, entries.length);
}

function checkCurrent(checkpoint: Checkpoint, state: RunState, recorded: number): void {
  if (checkpoint.recorded === recorded && checkpoint.digest === stateDigest(state)) return;
  throw new StaleCheckpointError(checkpoint.runId);
}

function checkIdentity({ runId, identity }: RunState, given: Identity): void {
  if (canonicalJson(toJson(identity ?? {}, 'identity')) === canonicalJson(toJson(given, 'identity'))) return;
  throw new IdentityMismatchError(runId);
}
