import { canonicalJson, frozenCopy, toJson } from '../domain/json.js';
import { effectOf, isWaiting } from '../domain/dispatch/step.js';
import type { Identity } from '../domain/identity.js';
import { fold } from '../domain/run/fold.js';
import type { RunState } from '../domain/run/state.js';
import { readCheckpoint, stateDigest, type Checkpoint } from './checkpoint.js';
import type { Definition } from './definition.js';
import { changedTools, checkFingerprint } from './fingerprint.js';
import {
  DefinitionChangedError,
  IdentityMismatchError,
  RunUnderWayError,
  StaleCheckpointError,
  ToolsUnavailableError,
  UnknownRunError,
} from './resume-errors.js';
import { textOfThrown } from '../domain/errors.js';
import type { Toolbox } from './toolbox.js';

/** A recorded run as it was found. Nothing has been recorded or performed yet. */
export interface FoundRun {
  /** Frozen: nobody who holds what it was read from can change it. */
  readonly state: RunState;
  /** How many entries the journal holds; 0 for a run that is known from its checkpoint alone. */
  readonly recorded: number;
}

/**
 * Finds a run by its id, or by the checkpoint that it gave.
 *
 * @throws UnknownRunError, InvalidCheckpointError, StaleCheckpointError
 */
export async function findRun({ journal }: Definition, from: Checkpoint | string): Promise<FoundRun> {
  const checkpoint = typeof from === 'string' ? undefined : readCheckpoint(from);
  const runId = checkpoint?.runId ?? (from as string);
  const entries = await journal.read(runId);
  const recorded = fold(entries.map(({ event }) => event));
  const state = recorded ?? checkpoint?.state;
  if (state === undefined) throw new UnknownRunError(runId);
  if (recorded !== undefined && checkpoint !== undefined) checkCurrent(checkpoint, recorded, entries.length);
  return { state: frozenCopy(state, 'state'), recorded: entries.length };
}

/**
 * Refuses to go on with a run that another definition started, or that acts for somebody else; and gives the tools that
 * its open calls need.
 *
 * @throws DefinitionChangedError, IdentityMismatchError, ToolsUnavailableError; nothing ran and nothing was recorded
 */
export async function checkRun(
  definition: Definition,
  state: RunState,
  identity: Identity | undefined,
): Promise<Toolbox | undefined> {
  checkFingerprint(state.runId, state.fingerprint, definition.fingerprint);
  if (identity !== undefined) checkIdentity(state, identity);
  if (state.phase !== 'acting') return undefined;
  const toolbox = await openTools(definition, state);
  const changed = changedTools(state, toolbox);
  if (changed.length > 0) throw new DefinitionChangedError(state.runId, changed);
  return toolbox;
}

/** Refuses to answer while calls are under way: only `retry` may say that whoever ran them is gone. */
export function checkIdle({ runId, phase, calls }: RunState): void {
  const busy = calls.filter((call) => effectOf(call) !== undefined && !isWaiting(call)).map(({ id }) => id);
  if (phase === 'acting' && busy.length > 0) throw new RunUnderWayError(runId, busy);
}

async function openTools({ catalogue, events }: Definition, state: RunState): Promise<Toolbox> {
  try {
    return await catalogue.open({
      iteration: state.iteration,
      identity: state.identity ?? undefined,
      report: (event) => events.emit(event),
    });
  } catch (cause) {
    throw new ToolsUnavailableError(state.runId, textOfThrown(cause), { cause });
  }
}

function checkCurrent(checkpoint: Checkpoint, state: RunState, recorded: number): void {
  if (checkpoint.recorded === recorded && checkpoint.digest === stateDigest(state)) return;
  throw new StaleCheckpointError(checkpoint.runId);
}

function checkIdentity({ runId, identity }: RunState, given: Identity): void {
  if (canonicalJson(toJson(identity ?? {}, 'identity')) === canonicalJson(toJson(given, 'identity'))) return;
  throw new IdentityMismatchError(runId);
}
