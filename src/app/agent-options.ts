import * as option from '../domain/options.js';
import type { Identity } from '../domain/identity.js';
import type { Clock } from '../ports/clock.js';
import type { CredentialProvider } from '../ports/credential-provider.js';
import type { EventSink } from '../ports/event-sink.js';
import type { Journal } from '../ports/journal.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { PermissionChecker } from '../ports/permission-checker.js';
import type { SchemaValidator } from '../ports/schema-validator.js';

/** The adapters an agent runs on; each has a default. */
export interface AgentAdapters {
  /** Where runs are recorded; what makes an approval single-use. In memory unless given. */
  readonly journal: Journal;
  readonly clock: Clock;
  readonly schemas: SchemaValidator;
  readonly events: readonly EventSink[];
}

/** What `Agent.create` takes. */
export interface AgentOptions extends Partial<AgentAdapters> {
  /** The model that decides which tools to call. */
  readonly provider: LanguageModel;
  /** The vendor's model id, handed to the provider. */
  readonly model?: string;
  /** How recordings and approvers know the agent; `'agent'` unless given. */
  readonly name?: string;
  readonly permissionChecker?: PermissionChecker;
  readonly credentials?: CredentialProvider;
  /** The ceiling on one tool result, in UTF-16 code units; without it nothing is measured. */
  readonly maxToolResultChars?: number;
  /** The most model turns of one run; 25 unless given. */
  readonly maxIterations?: number;
}

export const AGENT_RULES: option.OptionRules = {
  provider: option.required(option.having('a language model', 'generate')),
  model: option.text,
  name: option.text,
  permissionChecker: option.having('a permission checker', 'check'),
  credentials: option.having('a credential provider', 'getCredential'),
  maxToolResultChars: option.positiveWhole,
  maxIterations: option.positiveWhole,
  journal: option.having('a journal', 'append', 'read'),
  clock: option.having('a clock', 'now', 'sleep'),
  schemas: option.having('a schema validator', 'compile'),
  events: option.listOf(option.having('an event sink', 'emit')),
};

const IDENTITY: option.OptionRule = option.textsUnder('tenant', 'principal');

/** What `agent.run` takes. */
export interface RunRequest {
  readonly message: string;
  readonly identity?: Identity;
  readonly sessionId?: string;
  /** Aborted by a caller who gives up; the run is cancelled. */
  readonly signal?: AbortSignal;
}

export const RUN_RULES: option.OptionRules = {
  message: option.required(option.anyText),
  identity: IDENTITY,
  sessionId: option.text,
  signal: option.having('an AbortSignal', 'addEventListener'),
};

/** What `agent.resume` takes beside the run and the answer. */
export interface ResumeOptions {
  /** Which waiting call is answered; may be left out when only one waits. */
  readonly callId?: string;
  readonly identity?: Identity;
  readonly signal?: AbortSignal;
}

/** What `agent.retry` takes beside the run. */
export type RetryOptions = Omit<ResumeOptions, 'callId'>;

export const RETRY_RULES: option.OptionRules = {
  identity: IDENTITY,
  signal: option.having('an AbortSignal', 'addEventListener'),
};

export const RESUME_RULES: option.OptionRules = { ...RETRY_RULES, callId: option.text };
