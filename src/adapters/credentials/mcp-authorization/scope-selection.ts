import type { AuthorizationServer } from 'oauth4webapi';

/** What the scopes of a request are selected from. */
export interface ScopeSources {
  /** What the application asks for. */
  readonly asked: readonly string[];
  /** What the server's challenge demands. */
  readonly challenged: readonly string[];
  /** What the server's metadata lists. */
  readonly listed: readonly string[];
  /** What an earlier token of the same server was asked with, where its scope turned out too small. */
  readonly held: readonly string[];
}

/**
 * The scopes to ask for, sorted: what the application and the challenge ask for, beside what was held; where nobody asks
 * for anything, what the metadata lists, or none at all. A refresh token is asked for where that is known to be possible.
 */
export function selectScopes(
  { asked, challenged, listed, held }: ScopeSources,
  { scopes_supported: supported = [] }: AuthorizationServer,
  wantsRefresh: boolean,
): readonly string[] {
  const wanted = new Set([...held, ...asked, ...challenged]);
  const selected = wanted.size > 0 ? wanted : new Set(listed);
  if (selected.size > 0 && wantsRefresh && supported.includes('offline_access'))
    selected.add('offline_access');
  return [...selected].sort();
}
