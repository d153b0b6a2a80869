import type { CallState } from '../../domain/dispatch/state.js';
import type { Awaitable } from '../../ports/awaitable.js';
import { isPromiseLike } from '../settle.js';
import type { Turn } from './turn.js';

/**
 * Somebody outside whom the dispatch asks about a call, and what their answer or their failure means to the table. Plain
 * functions over the call and its turn: a call meets several gates, and makes no closure for any.
 */
export interface Gate<Answer, Event> {
  readonly ask: (call: CallState, turn: Turn) => Awaitable<Answer>;
  /** May throw: an answer that cannot be read is a failure of whoever gave it. */
  readonly read: (answer: Answer, call: CallState, turn: Turn) => Awaitable<Event>;
  readonly failed: (thrown: unknown, call: CallState, turn: Turn) => Awaitable<Event>;
}

/** Takes a call to a gate. A gate that answers at once is passed at once: nothing is waited for. Never throws. */
export function pass<Answer, Event>(
  gate: Gate<Answer, Event>,
  call: CallState,
  turn: Turn,
): Awaitable<Event> {
  let answer: Awaitable<Answer>;
  try {
    answer = gate.ask(call, turn);
  } catch (thrown) {
    return gate.failed(thrown, call, turn);
  }
  if (!isPromiseLike(answer)) return read(gate, answer, call, turn);
  return Promise.resolve(answer).then(
    (later) => read(gate, later, call, turn),
    (thrown: unknown) => gate.failed(thrown, call, turn),
  );
}

function read<Answer, Event>(
  gate: Gate<Answer, Event>,
  answer: Answer,
  call: CallState,
  turn: Turn,
): Awaitable<Event> {
  try {
    return gate.read(answer, call, turn);
  } catch (thrown) {
    return gate.failed(thrown, call, turn);
  }
}
