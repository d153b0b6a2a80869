import { table } from '../domain/dispatch/step.js';
import type { Fingerprint, RunState } from '../domain/run/state.js';
import type { MessageMiddleware, ToolMiddleware } from '../ports/middleware.js';
import { digest } from './digest.js';
import { DefinitionChangedError } from './resume-errors.js';
import type { Toolbox } from './toolbox.js';

/** What decides how a run goes on, part by part. Texts are digested, so that a fingerprint shows nothing. */
export interface FingerprintParts {
  readonly name: string;
  readonly system: string | undefined;
  readonly permissionChecker: string | undefined;
  readonly toolMiddleware: readonly ToolMiddleware[];
  readonly messageMiddleware: readonly MessageMiddleware[];
  readonly maxToolResultChars: number | undefined;
}

export function fingerprintOf(parts: FingerprintParts): Fingerprint {
  return {
    name: parts.name,
    system: digest(parts.system ?? null),
    permissionChecker: parts.permissionChecker ?? '',
    toolMiddleware: JSON.stringify(parts.toolMiddleware.map((link) => describe(link, TOOL_MOMENTS))),
    messageMiddleware: JSON.stringify(parts.messageMiddleware.map((link) => describe(link, MESSAGE_MOMENTS))),
    maxToolResultChars: String(parts.maxToolResultChars ?? ''),
  };
}

const TOOL_MOMENTS = ['onToolCall', 'onToolResult'] as const;
const MESSAGE_MOMENTS = ['onInput', 'onOutput'] as const;

/** A link's name and the moments that it looks at. */
function describe<Moment extends string>(
  link: { readonly name: string } & { readonly [M in Moment]?: unknown },
  moments: readonly Moment[],
): readonly string[] {
  return [link.name, ...moments.filter((moment) => link[moment] !== undefined)];
}

/** @throws DefinitionChangedError naming every part that differs */
export function checkFingerprint(runId: string, was: Fingerprint, is: Fingerprint): void {
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (part) => was[part] !== is[part],
  );
  if (changed.length > 0) throw new DefinitionChangedError(runId, changed);
}

/** The open calls whose tool is not there any more, or is another than the one that was proposed. */
export function changedTools({ calls }: RunState, toolbox: Toolbox): readonly string[] {
  return calls.flatMap(({ tool, plan, stage }) => {
    const open = table[stage].effect !== undefined && plan.definition !== '';
    const now = open ? toolbox.find(tool)?.plan.definition : plan.definition;
    if (now === plan.definition) return [];
    return [now === undefined ? `tool "${tool}" is gone` : `tool "${tool}" is another`];
  });
}
