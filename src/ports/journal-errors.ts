import { SallyportError } from '../domain/errors.js';

/** The run has moved on: another writer appended first. Nothing was stored. */
export class JournalConflictError extends SallyportError {
  constructor(runId: string, after: number, holds: number) {
    super(
      'ERR_JOURNAL_CONFLICT',
      `Run ${runId} holds ${holds} entries and not ${after}: somebody else moved it on. Nothing was stored; read the run again.`,
    );
  }
}

/** The journal was closed. */
export class JournalClosedError extends SallyportError {
  constructor(id: string) {
    super('ERR_JOURNAL_CLOSED', `The ${id} journal is closed. Open another to go on.`);
  }
}

/** The journal's storage cannot be used. `advice` is what to do, where a file's path is not what has to be looked at. */
export class JournalUnusableError extends SallyportError {
  constructor(where: string, problem: string, options?: { cause?: unknown; advice?: string }) {
    const { advice = 'Check that the path can be written and holds a journal.', ...rest } = options ?? {};
    super('ERR_JOURNAL_UNUSABLE', `The journal at ${where} cannot be used: ${problem}. ${advice}`, rest);
  }
}
