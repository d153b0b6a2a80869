import type { Credential } from '../../domain/credential.js';
import type { CallState } from '../../domain/dispatch/state.js';
import type { ToolSessionScope } from '../../domain/session/key.js';
import type { ToolContext } from '../../domain/tool.js';
import type { Turn } from './turn.js';

const WITHOUT_SESSION: readonly ToolSessionScope[] = ['call', 'run'];
const WITH_SESSION: readonly ToolSessionScope[] = ['call', 'run', 'session'];

/** A call, among the calls of all runs. */
export function callOwner(call: CallState, runId: string): string {
  return `${runId}:${call.id}`;
}

/** The call as its tool sees it. */
export function toolContext(call: CallState, turn: Turn, credential?: Credential): ToolContext {
  const { run, signal } = turn;
  return {
    toolName: call.tool,
    toolCallId: call.id,
    iteration: run.iteration,
    runId: run.runId,
    sessionId: run.sessionId ?? undefined,
    identity: run.identity ?? undefined,
    signal,
    credential,
    idempotencyKey: call.plan.replay === 'keyed' ? callOwner(call, run.runId) : undefined,
    teardownScopes: run.sessionId === null ? WITHOUT_SESSION : WITH_SESSION,
    onTeardown: (cleanup, of) => turn.definition.sessions.add(cleanup, of, ownerOf(of.scope, call, turn)),
  };
}

/** Whose end closes what is hung on a scope; undefined where the door has no such thing. */
function ownerOf(scope: ToolSessionScope, call: CallState, { run }: Turn): string | undefined {
  if (scope === 'call') return callOwner(call, run.runId);
  return scope === 'run' ? run.runId : (run.sessionId ?? undefined);
}
