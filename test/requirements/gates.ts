import { owned, type Requirement } from './requirement.js';

/** TP, PG, MW, RC: what stands before and after one call. */
export const gates: readonly Requirement[] = [
  ...owned('house', {
    'TP-1': 'staticTools, gatedTools and skillScopedTools exist and nest',
    'TP-2': 'What is shown is decided anew each iteration from iteration, skills, identity and signal',
    'TP-3': 'A predicate that throws hides its tool for that iteration and an event says so',
    'TP-4':
      'A hidden tool that the model calls anyway meets the permission gate first and is then an unknown tool',
    'TP-5':
      'Of two sources with one name the first serves description and dispatch, and an event names the shadowing',
    'PG-1': 'A checker answers allow, deny, halt or gate_open; gate_open allows and keeps the id of the gate',
    'PG-2': 'A denied call does not run, the model reads a bracketed refusal, and the loop goes on',
    'PG-3':
      'A halt lands a synthetic result and then ends the run with PolicyHaltError; the model never reads the reason',
    'PG-4': 'A checker that throws denies for good, and only the event has the error',
    'PG-5': 'Each declared capability is checked once, where the checker governs it',
    'PG-6':
      'Role policies are closed by default, refuse an unknown active role when made, and feed gatedTools',
    'PG-7': 'Each check is an event',
    'MW-1':
      'A link allows, denies or asks and cannot answer for the tool; a changed value needs its why; the first that does not allow wins',
    'MW-2': 'Result links run in reverse before the ceiling, and never for a call that did not execute',
    'MW-4': 'A link that throws denies',
    'MW-5': 'One call goes through the stages in the fixed order and each stage is recorded',
    'MW-6': 'A link is told tool, source, call, iteration, args, history, identity and signal',
    'MW-7': 'Each decision is a ledger row with before and after, and one event with the fact and no values',
    'MW-8':
      'Message links stand at input and output; their denial is MessageDeniedError without the refused content',
    'RC-1':
      'maxToolResultChars is a positive whole number or refused by name; without it nothing is measured',
    'RC-2': 'Over the cap the result is the marker, with the longest head that fits and no half character',
    'RC-3': 'tool_end carries what the model reads, and no event carries the value before the ceiling',
    'RC-4': 'The ceiling measures what the chain made, on every path',
    'RC-5': 'A result under the cap passes as the same object',
  }),
  ...owned('approvals', {
    'MW-3':
      'An ask suspends; the checkpoint holds the changed args; approval runs the real tool with exactly those, decline reads as a denial',
  }),
];
