import type { CallEvent } from '../../domain/dispatch/event.js';
import type { CallState } from '../../domain/dispatch/state.js';
import { textOfThrown } from '../../domain/errors.js';
import type { ToolEntry } from '../toolbox.js';
import type { Turn } from './turn.js';

const MAX_PROBLEMS = 8;

type Validated = Extract<CallEvent, { type: 'args.validated' }>;

/** Validates the arguments against the tool's own schema; a tool that is not there has no schema that they could meet. */
export function validateArgs(call: CallState, turn: Turn): Validated {
  const entry = entryOf(call, turn);
  const problem = entry === undefined ? unknownTool(call, turn) : problemOf(call, entry);
  if (problem === undefined) return { type: 'args.validated', callId: call.id };
  return { type: 'args.validated', callId: call.id, problem };
}

/** The tool that the call names, of the source it was proposed for. */
export function entryOf(call: CallState, turn: Turn): ToolEntry | undefined {
  const entry = turn.toolbox.find(call.tool);
  return entry?.plan.definition === call.plan.definition ? entry : undefined;
}

function problemOf(call: CallState, { validate }: ToolEntry): string | undefined {
  try {
    const problems = validate()(call.args);
    if (problems.length === 0) return undefined;
    const listed = problems
      .slice(0, MAX_PROBLEMS)
      .map(({ path, message }) => `${path === '' ? '(root)' : path}: ${message}`);
    const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : '';
    return `[invalid arguments for ${call.tool}: ${listed.join('; ')}${more}. Correct them and call again.]`;
  } catch (thrown) {
    return `[${call.tool} cannot be called: its input schema is unusable (${textOfThrown(thrown)})]`;
  }
}

function unknownTool(call: CallState, { toolbox }: Turn): string {
  const names = toolbox.schemas.slice(0, 20).map(({ name }) => name);
  const known =
    names.length === 0
      ? 'There are no tools in this turn'
      : `The tools of this turn are: ${names.join(', ')}`;
  return `[unknown tool: ${call.tool}. ${known}${toolbox.schemas.length > names.length ? ', …' : ''}.]`;
}
