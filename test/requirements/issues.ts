/** Who owns a requirement: an issue of the project, or a later piece of work that has no issue yet. */
export type IssueKey =
  | 'house'
  | 'remote'
  | 'approvals'
  | 'later: code runners'
  | 'later: serving tools and the gateway'
  | 'later: agents as tools and inspection'
  | 'later: production';

/** The titles of the issues; a later piece of work is its own title. */
export const issueTitles: { readonly [key in IssueKey]: string } = {
  house: 'The house stands, and its main job runs on real files',
  remote: 'Remote tools that stay connected, and prove who asks on every request',
  approvals: 'Approvals that hold: suspend, resume, policy and the journal under crash and attack',
  'later: code runners': 'later: code runners',
  'later: serving tools and the gateway': 'later: serving tools and the gateway',
  'later: agents as tools and inspection': 'later: agents as tools and inspection',
  'later: production': 'later: production',
};

/** The issues that are done or being done: a test must cite each of their requirements. */
export const currentIssues: readonly IssueKey[] = ['house'];
