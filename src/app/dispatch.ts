import type { CallEvent } from '../domain/dispatch/event.js';
import type { CallState } from '../domain/dispatch/state.js';
import type { CallEffect } from '../domain/dispatch/effect.js';
import type { Awaitable } from '../ports/awaitable.js';
import { runAfter, runBefore } from './perform/chain.js';
import { evaluateCheckIn } from './perform/check-in.js';
import { execute } from './perform/execute.js';
import { checkPermission } from './perform/permission.js';
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
      return checkPermission(call, 'tool_call', turn);
    case 'check_capability':
      return checkPermission(call, call.plan.capabilities[call.index] ?? '', turn);
    case 'run_before':
      return runBefore(call, turn);
    case 'validate':
      return validateArgs(call, turn);
    case 'check_in':
      return evaluateCheckIn(call, turn);
    case 'execute':
      return execute(call, turn);
    case 'run_after':
      return runAfter(call, turn);
    case 'suspend':
      return undefined;
  }
}
