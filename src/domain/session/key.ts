import type { Identity } from '../identity.js';

/** How long something that a tool holds lives: one call, one run, or one hosted conversation. */
export type ToolSessionScope = 'call' | 'run' | 'session';

/** The facts a key is made from; those that are missing are absent. */
export interface SessionFacts {
  readonly toolCallId?: string;
  readonly runId?: string;
  readonly sessionId?: string;
  readonly identity?: Identity;
}

/**
 * The isolation key of a scope: `call → c=<toolCallId>`, `run → t=<tenant>/p=<principal>/r=<runId>`,
 * `session → t=<tenant>/p=<principal>/s=<sessionId>`. An absent tenant or principal is `_`. Parts are percent-escaped so
 * that no value can forge another key, and an empty part differs from an absent one.
 *
 * @returns undefined when the fact that the scope hangs on is missing
 */
export function toolSessionKey(facts: SessionFacts, scope: ToolSessionScope): string | undefined {
  if (scope === 'call')
    return facts.toolCallId === undefined ? undefined : `c=${escapePart(facts.toolCallId)}`;
  const owner = `t=${optionalPart(facts.identity?.tenant)}/p=${optionalPart(facts.identity?.principal)}`;
  if (scope === 'run') return facts.runId === undefined ? undefined : `${owner}/r=${escapePart(facts.runId)}`;
  return facts.sessionId === undefined ? undefined : `${owner}/s=${escapePart(facts.sessionId)}`;
}

function optionalPart(value: string | undefined): string {
  return value === undefined ? '_' : escapePart(value);
}

function escapePart(value: string): string {
  if (value === '_') return '%5F';
  return value.replaceAll('%', '%25').replaceAll('/', '%2F').replaceAll('=', '%3D');
}
