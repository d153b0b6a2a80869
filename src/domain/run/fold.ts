import { UnexpectedEventError } from '../errors.js';
import type { RunEvent } from './event.js';
import { start, step } from './step.js';
import type { RunState } from './state.js';

/**
 * The state that a recorded run is in: resume, replay and inspection all start from it.
 *
 * @returns undefined for a run of which nothing was recorded
 * @throws UnexpectedEventError when the events are not one run's, in order
 */
export function fold(events: Iterable<RunEvent>): RunState | undefined {
  let state: RunState | undefined;
  for (const event of events as Iterable<RunEvent | null>) {
    if (typeof event?.type !== 'string')
      throw new UnexpectedEventError('what has no type', 'an event has one');
    if (state !== undefined) state = step(state, event).state;
    else if (event.type === 'run.started' || event.type === 'run.adopted') state = start(event).state;
    else throw new UnexpectedEventError(event.type, 'nothing of the run has been recorded');
  }
  return state;
}
