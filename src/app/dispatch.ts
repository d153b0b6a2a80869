import type { CallEffect } from '../domain/dispatch/effect.js';
import type { CallEvent } from '../domain/dispatch/event.js';
import type { CallState } from '../domain/dispatch/state.js';
import type { Awaitable } from '../ports/awaitable.js';
import { after, before } from './perform/chain.js';
import { checkIn } from './perform/check-in.js';
import { execute } from './perform/execute.js';
import { pass } from './perform/gate.js';
import { permission } from './perform/permission.js';
import type { Turn } from './perform/turn.js';
import { validateArgs } from './perform/validate.js';

/**
 * The shell of one call, for every door: performs what the table asks for in the call's present stage and answers with
 * the event that the table waits for. Nothing is decided here, and nothing is thrown.
 *
 * @returns undefined when there is nothing to do: the call waits for a person
 */
export function perform(call: CallState, effect: CallEffect, turn: Turn): Awaitable<CallEvent> | undefined {
  switch (effect) {
    case 'check_permission':
    case 'check_capability':
      return pass(permission, call, turn);
    case 'run_before':
      return pass(before, call, turn);
    case 'validate':
      return validateArgs(call, turn);
    case 'check_in':
      return pass(checkIn, call, turn);
    case 'execute':
      return execute(call, turn);
    case 'run_after':
      return pass(after, call, turn);
    case 'suspend':
      return undefined;
  }
}
