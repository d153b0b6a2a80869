import { JournalConflictError } from '../../ports/journal-errors.js';
import { openPool, type OwnPool, type PostgresClient, type PostgresPool } from './postgres-driver.js';

/** Where connections come from. */
export interface PoolHolder {
  /** Takes a connection for as long as the body runs. */
  use<T>(body: (client: PostgresClient) => Promise<T>): Promise<T>;
  /** Ends what is the journal's own. Connections that are in use are waited for. */
  end(): Promise<void>;
}

/** A pool of the journal's own, opened when it is first used. */
export function ownPool(connectionString: string): PoolHolder {
  let opened: Promise<OwnPool> | undefined;
  return {
    use: async (body) => {
      opened ??= openPool(connectionString);
      return borrow(await opened, body);
    },
    async end() {
      const pool = await opened?.catch(() => undefined);
      await pool?.end();
    },
  };
}

/** A pool that was given, and is not ended. */
export function callersPool(pool: PostgresPool): PoolHolder {
  return { use: (body) => borrow(pool, body), end: () => Promise.resolve() };
}

/** A connection on which anything but a conflict happened does not go back to the others. */
async function borrow<T>(pool: PostgresPool, body: (client: PostgresClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks says so by an event beside the refusal of its query; unheard, it would end the process.
  client.on('error', ignore);
  let drop = false;
  try {
    return await body(client);
  } catch (thrown) {
    drop = !(thrown instanceof JournalConflictError);
    throw thrown;
  } finally {
    client.removeListener('error', ignore);
    client.release(drop);
  }
}

const ignore = (): undefined => undefined;
