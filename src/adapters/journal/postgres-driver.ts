import { OptionalPeerMissingError } from '../../domain/errors.js';

/** A connection that was taken from a pool: the part of one of `pg` that the journal uses. */
export interface PostgresClient {
  query(text: string, values: (string | string[])[]): Promise<{ rows: unknown[] }>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /** `I` outside a transaction, `T` or `E` inside one, null when not known. Not every version of `pg` tells. */
  getTransactionStatus?(): string | null;
  /** Gives it back; `true` has the pool drop it. */
  release(drop?: boolean): void;
}

/** A pool of connections: the part of a `Pool` of `pg` that the journal uses. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}

/** A pool that is the journal's own, and that it ends. */
export interface OwnPool extends PostgresPool {
  end(): Promise<void>;
}

/** Waits for a connection no longer than this, so that a server that does not answer is found out. */
const CONNECT_TIMEOUT_MS = 10_000;

/** The part of `pg` that is used, in words of its own: the types of an optional package may not be there. */
interface Driver {
  readonly default: {
    readonly Pool: new (config: {
      connectionString: string;
      connectionTimeoutMillis: number;
      keepAlive: boolean;
      allowExitOnIdle: boolean;
      fallback_application_name: string;
    }) => OwnPool & { on(event: 'error', listener: (error: Error) => void): unknown };
  };
}

/**
 * A pool on the package `pg`, loaded now. It connects on use; its idle connections keep no process alive.
 *
 * @throws OptionalPeerMissingError when `pg` is not installed
 */
export async function openPool(
  connectionString: string,
  load: () => Promise<Driver> = () => import('pg'),
): Promise<OwnPool> {
  const { default: pg } = await loaded(load);
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    allowExitOnIdle: true,
    fallback_application_name: 'sallyport',
  });
  // The pool drops an idle connection that was lost and tells of it by an event, which would end the process if nobody listened.
  pool.on('error', () => undefined);
  return pool;
}

async function loaded(load: () => Promise<Driver>): Promise<Driver> {
  try {
    return await load();
  } catch (thrown) {
    const code = (thrown as { code?: unknown } | undefined)?.code;
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND')
      throw new OptionalPeerMissingError('postgresJournal()', 'pg');
    throw thrown;
  }
}
