import type { KeptServer } from './kept-server.js';

/** Closes all at once. @throws what the first of them threw that could not be closed, once the others are */
export async function closeAll(servers: readonly KeptServer[]): Promise<void> {
  const closed = await Promise.allSettled(servers.map((server) => server.close()));
  for (const one of closed) if (one.status === 'rejected') throw one.reason;
}
