import { JournalUnusableError } from '../../ports/journal-errors.js';

/** What the codes mean that a deployment meets: SQLSTATEs of the server, and codes of Node's sockets and addresses. */
const MEANINGS: { readonly [code: string]: string } = {
  '28P01': 'the server does not accept the user or the password',
  '28000': 'the server does not let this user in',
  '3D000': 'there is no such database',
  '3F000': 'there is no such schema',
  '42P01': 'there is no such table',
  '42703': 'the table has other columns',
  '42P10': 'the table has no unique key on (run, seq)',
  '42501': 'this user lacks the right',
  '22P05': "the database's encoding cannot hold the text; UTF8 can",
  '25006': 'the database only reads',
  '40001': 'other transactions were in its way',
  '53100': 'the disk is full',
  '53300': 'the server has no connection left',
  '57014': 'the statement was cancelled',
  '57P01': 'the server is shutting down',
  '57P03': 'the server is starting or stopping',
  ECONNREFUSED: 'nobody listens at the address',
  ECONNRESET: 'the connection was lost',
  ENOENT: 'a file or socket that the connection string names is not there',
  ENOTFOUND: 'the host is not known',
  EPIPE: 'the connection was lost',
  ERR_INVALID_URL: 'the connection string is no URL',
  ETIMEDOUT: 'the server did not answer in time',
};

/** The sentences of the driver that are always the same, and so quote nothing. */
const SENTENCES: ReadonlySet<string> = new Set([
  'Cannot use a pool after calling end on the pool',
  'Client has encountered a connection error and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string',
  'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
  'The server does not support SSL connections',
  'timeout exceeded when trying to connect',
  'timeout expired',
]);

const ADVICE = 'Check the connection string, the rights of its user, and that the server runs.';
const UNKNOWN_ADVICE = 'Read the run again before you go on.';

/**
 * The refusal for what the driver threw. What it says itself is not passed on, neither as text nor as the cause: a
 * connection string that is misread has its password in a host or database name, and the server quotes what it was sent.
 */
export function unusable(table: string, thrown: unknown): JournalUnusableError {
  return new JournalUnusableError(placeOf(table), problemOf(thrown), { advice: ADVICE });
}

/** The refusal for an append that the server may have stored: it was sent, and no answer came. */
export function unknownOutcome(table: string, thrown: unknown): JournalUnusableError {
  const problem = `it is unknown whether the append was stored, since no answer came (${problemOf(thrown)})`;
  return new JournalUnusableError(placeOf(table), problem, { advice: UNKNOWN_ADVICE });
}

/** The refusal for an entry that is no JSON. */
export function damaged(table: string, runId: string, number: number): JournalUnusableError {
  const problem = `entry ${number} of run ${runId} is damaged: it is not JSON`;
  return new JournalUnusableError(placeOf(table), problem, { advice: 'Find who changed the table.' });
}

/** The refusal of a connection on which an append would hang on a commit that is not the journal's to make. */
export function inTransaction(table: string): JournalUnusableError {
  const problem = 'the pool gave a connection on which a transaction is open; nothing was stored';
  const advice = 'End every transaction before its connection is released.';
  return new JournalUnusableError(placeOf(table), problem, { advice });
}

/**
 * The SQLSTATE by which the server itself refused a statement; undefined for anything else, and for what a server or a
 * pooler says when it gives the connection up.
 */
export function refusalOf(thrown: unknown): string | undefined {
  const { severity } = factsOf(thrown);
  const code = typeof severity === 'string' ? codeOf(thrown) : undefined;
  return code === undefined || /^(08|57P)/.test(code) ? undefined : code;
}

function placeOf(table: string): string {
  return `the PostgreSQL table ${table}`;
}

function problemOf(thrown: unknown): string {
  const code = codeOf(thrown);
  if (code !== undefined) {
    const meaning = Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : 'the driver failed';
    return `${meaning} (${code})`;
  }
  const { message } = factsOf(thrown);
  if (typeof message === 'string' && SENTENCES.has(message)) return message;
  return 'the driver failed without a code';
}

/** A code, which is capitals and digits: nothing else that stands there is shown. */
function codeOf(thrown: unknown): string | undefined {
  const { code } = factsOf(thrown);
  return typeof code === 'string' && /^[A-Z0-9_]{5,40}$/.test(code) ? code : undefined;
}

/** What the driver puts on its errors. They are not asked for their class: a driver may come from another realm. */
function factsOf(thrown: unknown): {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly severity?: unknown;
} {
  return typeof thrown === 'object' && thrown !== null ? thrown : {};
}
