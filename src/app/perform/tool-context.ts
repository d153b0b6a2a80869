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
export function toolContext(
  call: CallState,
  { run, signal, definition }: Turn,
  credential?: Credential,
): ToolContext {
  const sessionId = run.sessionId ?? undefined;
  const ownerOf = (scope: ToolSessionScope): string | undefined =>
    scope === 'call' ? callOwner(call, run.runId) : scope === 'run' ? run.runId : sessionId;
  return {
    toolName: call.tool,
    toolCallId: call.id,
    iteration: run.iteration,
    runId: run.runId,
    sessionId,
    identity: run.identity ?? undefined,
    signal,
    credential,
    idempotencyKey: call.plan.replay === 'keyed' ? callOwner(call, run.runId) : undefined,
    teardownScopes: sessionId === undefined ? WITHOUT_SESSION : WITH_SESSION,
    onTeardown: (cleanup, of) => definition.sessions.add(cleanup, of, ownerOf(of.scope)),
  };
}
