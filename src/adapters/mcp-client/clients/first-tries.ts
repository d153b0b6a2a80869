import type { KeptServer } from './kept-server.js';

/** Resolves when every server's first try has ended, at the latest after the budget. The tries go on after that. */
export async function firstTries(servers: readonly KeptServer[], budgetMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const spent = new Promise<void>((resolve) => (timer = setTimeout(resolve, budgetMs)));
  await Promise.race([spent, Promise.all(servers.map(({ tried }) => tried))]);
  clearTimeout(timer);
}
