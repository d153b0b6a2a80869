import type { CodeArtifact, CodeGuarantees, CodeResult } from '../domain/code.js';

/** One piece of code to run. `timeoutMs` bounds this execution alone. */
export interface CodeExecution {
  readonly code: string;
  readonly language?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called with output as it is written. */
  onOutput?(stream: 'stdout' | 'stderr', text: string): void;
}

/**
 * One interpreter.
 *
 * Laws:
 * - Whatever is cut from the output is stated in `truncated`, with the size before the cut.
 * - An execution whose answer was lost says `outcome: 'unknown'`; it is never sent again.
 * - `stop()` tolerates a session that is already gone, and leaves nothing of it running.
 */
export interface CodeSession {
  readonly id: string;
  execute(execution: CodeExecution): Promise<CodeResult>;
  putFiles?(files: readonly CodeArtifact[]): Promise<void>;
  getFiles?(paths: readonly string[]): Promise<readonly CodeArtifact[]>;
  stop(): Promise<void>;
}

/**
 * Where code that a model wrote is run.
 *
 * Laws:
 * - `key` isolates: no two keys are ever served from one session.
 * - What `guarantees` claims holds under attack; what it does not claim is said in the runner's documentation.
 * - `start` fails with an error that says whether anything was started.
 */
export interface CodeRunner {
  readonly id: string;
  readonly guarantees?: CodeGuarantees;
  start(request: {
    readonly key: string;
    readonly language?: string;
    readonly signal?: AbortSignal;
  }): Promise<CodeSession>;
}
