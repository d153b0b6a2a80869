import type { CallPlan } from '../domain/dispatch/state.js';
import type { Fingerprint } from '../domain/run/state.js';
import type { Clock } from '../ports/clock.js';
import type { CredentialProvider } from '../ports/credential-provider.js';
import type { Journal } from '../ports/journal.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { MessageMiddleware, ToolMiddleware } from '../ports/middleware.js';
import type { PermissionChecker } from '../ports/permission-checker.js';
import type { Catalogue } from './catalogue.js';
import type { Emitter } from './emitter.js';
import type { ToolSessions } from './tool-sessions.js';

/** A link that is known to look at the moment it is listed for. */
export type BeforeLink = ToolMiddleware & Required<Pick<ToolMiddleware, 'onToolCall'>>;
export type AfterLink = ToolMiddleware & Required<Pick<ToolMiddleware, 'onToolResult'>>;
export type InputLink = MessageMiddleware & Required<Pick<MessageMiddleware, 'onInput'>>;
export type OutputLink = MessageMiddleware & Required<Pick<MessageMiddleware, 'onOutput'>>;

/** An agent as it was built: everything live that its runs need. It does not change after `build()`. */
export interface Definition {
  readonly name: string;
  readonly model: LanguageModel;
  readonly modelName: string | undefined;
  readonly system: string | undefined;
  readonly catalogue: Catalogue;
  readonly checker: PermissionChecker | undefined;
  readonly credentials: CredentialProvider | undefined;
  readonly before: readonly BeforeLink[];
  readonly after: readonly AfterLink[];
  readonly input: readonly InputLink[];
  readonly output: readonly OutputLink[];
  /** The gates that a call of a tool which is not there has to pass before it is told so. */
  readonly unknownPlan: CallPlan;
  readonly maxIterations: number;
  readonly fingerprint: Fingerprint;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly events: Emitter;
  readonly sessions: ToolSessions;
}
