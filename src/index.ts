/**
 * Governed tools for AI agents: build an agent, put gates before its tools, and let a person decide where policy asks.
 *
 * @module sallyport
 */

// The agent
export { Agent } from './app/compose/agent.js';
export { defineTool, type ToolOptions } from './app/define-tool.js';
export type { Agent as GovernedAgent } from './app/agent.js';
export type { AgentBuilder } from './app/agent-builder.js';
export type { AgentAdapters, AgentOptions, ResumeOptions, RunRequest } from './app/agent-options.js';
export {
  isAskPause,
  isCheckInPause,
  isConsentPause,
  isPaused,
  type FinishedRun,
  type PausedRun,
  type RunOutcome,
} from './app/outcome.js';
export type { PendingCall } from './app/pending.js';
export type { Checkpoint } from './app/checkpoint.js';

// Verdicts and decisions
export {
  allow,
  ask,
  deny,
  type Allow,
  type Ask,
  type Deny,
  type MessageOutcome,
  type PermissionDecision,
  type PermissionResult,
  type ToolOutcome,
  type ToolResultOutcome,
} from './domain/verdict.js';
export { checkInApproved, checkInDeclined, type CheckInDecision } from './app/decision.js';
export { askHuman, pauseHere } from './app/pause.js';
export type {
  MessageContext,
  MessageMiddleware,
  ToolCallContext,
  ToolMiddleware,
  ToolResultContext,
} from './ports/middleware.js';

// The nouns
export type { CheckInDemand, JsonSchema, Replay, Tool, ToolContext, ToolSchema } from './domain/tool.js';
export type {
  AssistantMessage,
  Message,
  ToolCall,
  ToolMessage,
  Usage,
  UserMessage,
} from './domain/message.js';
export type { Json, JsonObject } from './domain/json.js';
export type { Identity } from './domain/identity.js';
export type { CallStatus, EventMap, EventType, PauseKind, SallyportEvent } from './domain/events.js';
export type { LedgerRow } from './domain/run/ledger.js';
export { isTruncatedToolResult, type TruncatedToolResult } from './domain/result/cap.js';
export { toolSessionKey, type SessionFacts, type ToolSessionScope } from './domain/session/key.js';

// The composition root
export { compose, type ComposeOptions } from './app/compose/compose.js';
export type { EnvironmentName } from './app/compose/environment.js';
export type { Composition, Health } from './app/compose/composition.js';
export type { Config } from './app/compose/config.js';
export type { AdapterFactory, BindingName, Bindings, Factories } from './app/compose/tokens.js';

// Errors
export {
  InvalidAnswerError,
  InvalidOptionError,
  SallyportError,
  UnexpectedEventError,
} from './domain/errors.js';
export { NotJsonError } from './domain/json.js';
export {
  IterationLimitError,
  MessageDeniedError,
  PolicyHaltError,
  RunCancelledError,
  RunError,
  TurnFailedError,
} from './app/run-errors.js';
export {
  ApprovalMismatchError,
  DecisionRequiredError,
  DefinitionChangedError,
  IdentityMismatchError,
  InvalidCheckpointError,
  NotPendingError,
  PauseAnswerRequiredError,
  StaleCheckpointError,
  UnknownRunError,
} from './app/resume-errors.js';
export { CloseTimeoutError } from './app/compose/scope.js';
export { RebindTooLateError } from './app/compose/composition.js';
export { UnfitForProductionError } from './app/compose/production-rules.js';
