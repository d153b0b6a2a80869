import type { Fingerprint } from '../domain/run/state.js';
import { digest } from './digest.js';
import { DefinitionChangedError } from './resume-errors.js';

/** What decides how a run goes on, part by part. Texts are digested, so that a fingerprint shows nothing. */
export interface FingerprintParts {
  readonly name: string;
  readonly system: string | undefined;
  readonly permissionChecker: string | undefined;
  readonly toolMiddleware: readonly string[];
  readonly messageMiddleware: readonly string[];
  readonly maxToolResultChars: number | undefined;
}

export function fingerprintOf(parts: FingerprintParts): Fingerprint {
  return {
    name: parts.name,
    system: digest(parts.system ?? null),
    permissionChecker: parts.permissionChecker ?? '',
    toolMiddleware: parts.toolMiddleware.join(', '),
    messageMiddleware: parts.messageMiddleware.join(', '),
    maxToolResultChars: String(parts.maxToolResultChars ?? ''),
  };
}

/** @throws DefinitionChangedError naming every part that differs */
export function checkFingerprint(runId: string, was: Fingerprint, is: Fingerprint): void {
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (part) => was[part] !== is[part],
  );
  if (changed.length > 0) throw new DefinitionChangedError(runId, changed);
}
