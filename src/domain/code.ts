import type { Json } from './json.js';

/** How one execution ended. `unknown`: it was sent and its answer was lost, so it may have run. */
export type CodeOutcome = 'ok' | 'error' | 'timeout' | 'killed' | 'unknown';

/** A file that the code left behind. */
export interface CodeArtifact {
  readonly path: string;
  readonly mimeType?: string;
  /** The bytes in base64. */
  readonly base64: string;
}

/** What one execution answered. */
export interface CodeResult {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode?: number;
  readonly outcome?: CodeOutcome;
  /** The signal that killed it, for example `'SIGSEGV'`. */
  readonly signal?: string;
  /** The value of the last expression, where the runner reports one. */
  readonly value?: Json;
  /** True when the session's variables did not survive this execution. */
  readonly stateLost?: boolean;
  readonly artifacts?: readonly CodeArtifact[];
  /** Present whenever anything was cut: the sizes before the cut, in UTF-16 code units. */
  readonly truncated?: { readonly stdoutChars: number; readonly stderrChars: number };
}

/** What a runner enforces, as data: a claimed flag is attacked by the contract suite, an unclaimed one never assumed. */
export interface CodeGuarantees {
  readonly filesystem: 'enforced' | 'none';
  readonly network: 'enforced' | 'none';
  readonly processes: 'enforced' | 'none';
  readonly memory: 'enforced' | 'none';
  readonly env: 'enforced' | 'none';
  /** Whether variables survive from one execution of a session to the next. */
  readonly persistsState: boolean;
}
