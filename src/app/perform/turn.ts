import type { CallState } from '../../domain/dispatch/state.js';
import type { RunState } from '../../domain/run/state.js';
import type { ToolCallContext, ToolResultContext } from '../../ports/middleware.js';
import type { Definition } from '../definition.js';
import type { Toolbox } from '../toolbox.js';

/** What a message link is performed with. */
export interface RunTurn {
  readonly definition: Definition;
  readonly run: RunState;
  readonly signal: AbortSignal;
}

/** What holds of a run for as long as a turn of it lasts. */
export type TurnFacts = Pick<RunState, 'runId' | 'sessionId' | 'identity' | 'iteration' | 'messages'>;

/** What the model and its calls are served with: made once a turn. */
export interface Turn {
  readonly definition: Definition;
  readonly run: TurnFacts;
  /** Aborted when nobody wants the run's effects any more. */
  readonly signal: AbortSignal;
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

/** The result as the links see it, on its way back. Written out, since it is made for every link of every call. */
export function resultContextOf(call: CallState, { run, signal }: Turn): ToolResultContext {
  return {
    toolName: call.tool,
    toolSource: call.source ?? undefined,
    toolCallId: call.id,
    iteration: run.iteration,
    args: call.args,
    history: run.messages,
    identity: run.identity ?? undefined,
    signal,
    result: call.value,
  };
}
