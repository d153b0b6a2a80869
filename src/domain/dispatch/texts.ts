import type { PermissionDecided } from './event.js';

/** The sentences a model reads when a call did not run or did not end well. One place, so that they stay consistent. */
export const texts = {
  denied: (event: PermissionDecided): string =>
    event.tellLLM ?? `[permission denied: ${event.rationale ?? 'this tool may not be used here'}]`,
  halted: (event: PermissionDecided): string =>
    event.tellLLM ?? '[permission denied: this run was ended by policy]',
  checkFailed: '[permission denied: the permission check failed; this cannot be retried]',
  refusedBy: (link: string, reason: string | undefined): string =>
    `[denied by ${link}: ${reason ?? 'no reason given'}]`,
  linkFailed: (link: string): string => `[denied by ${link}: it failed to decide; this cannot be retried]`,
  declined: (note: string | undefined): string =>
    `[declined by a person${note === undefined ? '' : `: ${note}`}. Do not repeat this call unchanged.]`,
  dropped: (reason: string): string => `[not run: ${reason}]`,
  droppedAfterStart: (reason: string): string =>
    `[abandoned: ${reason}. It was started and may have taken effect.]`,
  skipped: '[outcome unknown: this call was started and may have taken effect; it was not repeated]',
} as const;
