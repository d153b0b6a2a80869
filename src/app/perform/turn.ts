import type { CallState } from '../../domain/dispatch/state.js';
import type { RunState } from '../../domain/run/state.js';
import type { ToolCallContext, ToolResultContext } from '../../ports/middleware.js';
import type { Definition } from '../definition.js';
import type { Toolbox } from '../toolbox.js';

/** What every effect of a run is performed with. */
export interface RunTurn {
  readonly definition: Definition;
  readonly run: RunState;
  readonly signal: AbortSignal;
}

/** What the model and its calls are served with in one turn. */
export interface Turn extends RunTurn {
  readonly toolbox: Toolbox;
  /** The call ids this run has used; a model that repeats one gets a new one in its place. */
  readonly callIds: Set<string>;
  /** Takes the URL where a user consents, by call id. */
  readonly consentUrls: Map<string, string>;
}

/** The call as its middleware links see it. */
export function contextOf(call: CallState, { run, signal }: Turn): ToolCallContext {
  return {
    toolName: call.tool,
    toolSource: call.source ?? undefined,
    toolCallId: call.id,
    iteration: run.iteration,
    args: call.args,
    history: run.messages,
    identity: run.identity ?? undefined,
    signal,
  };
}

/** The result as the links see it, on its way back. */
export function resultContextOf(call: CallState, turn: Turn): ToolResultContext {
  return Object.assign(contextOf(call, turn), { result: call.value });
}
