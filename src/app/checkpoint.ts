import { shapeOf, toJson } from '../domain/json.js';
import type { RunState } from '../domain/run/state.js';
import { digest } from './digest.js';
import { InvalidCheckpointError } from './resume-errors.js';

const VERSION = 1;

/** A suspended run as JSON: the folded state, and where in the journal it stands. */
export interface Checkpoint {
  readonly version: 1;
  readonly runId: string;
  /** How many journal entries the state is the fold of. */
  readonly recorded: number;
  /** SHA-256 of the canonical state. */
  readonly digest: string;
  readonly state: RunState;
}

export function makeCheckpoint(state: RunState, recorded: number): Checkpoint {
  return { version: VERSION, runId: state.runId, recorded, digest: stateDigest(state), state };
}

/** SHA-256 of a state's canonical text. */
export function stateDigest(state: RunState): string {
  return digest(toJson(state, 'state'));
}

/**
 * Reads what is given as a checkpoint, after a JSON round trip or not.
 *
 * @throws InvalidCheckpointError when it is none, of another version, or not what its digest says
 */
export function readCheckpoint(value: unknown): Checkpoint {
  if (typeof value !== 'object' || value === null)
    throw new InvalidCheckpointError(`it is ${shapeOf(value)}`);
  const { version, runId, recorded, digest: stated, state } = value as Partial<Checkpoint>;
  if (version !== VERSION) throw new InvalidCheckpointError(`its version is not ${VERSION}`);
  if (
    typeof runId !== 'string' ||
    !Number.isSafeInteger(recorded) ||
    typeof state !== 'object' ||
    state === null
  ) {
    throw new InvalidCheckpointError('runId, recorded or state is missing');
  }
  if (state.runId !== runId || stateDigest(state) !== stated)
    throw new InvalidCheckpointError('its state was changed');
  return value as Checkpoint;
}
