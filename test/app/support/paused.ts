import { isPaused, type Checkpoint, type PausedRun, type RunOutcome } from '../../../src/index.js';

/** The outcome as a paused run; one that is not paused is the failure. */
export function paused(outcome: RunOutcome): PausedRun {
  if (!isPaused(outcome)) throw new Error(`the run is not paused: it answered "${outcome.content}"`);
  return outcome;
}

/** The checkpoint as another process reads it. */
export function travelled(checkpoint: Checkpoint): Checkpoint {
  return JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
}
