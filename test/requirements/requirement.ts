import type { IssueKey } from './issues.js';

/** One behaviour or case that the system must show, and who owns it. */
export interface Requirement {
  readonly id: string;
  readonly says: string;
  readonly issue: IssueKey;
}

/** The requirements of one owner, from a table of id to line. */
export function owned(issue: IssueKey, lines: { readonly [id: string]: string }): Requirement[] {
  return Object.entries(lines).map(([id, says]) => ({ id, says, issue }));
}
