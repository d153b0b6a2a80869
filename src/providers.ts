/**
 * What agents are connected to: MCP servers, tool providers, models, journals, clocks and event sinks.
 *
 * @module sallyport/providers
 */

// MCP servers
export { mcpClient } from './adapters/mcp-client/mcp-client.js';
export { mcpClients, type McpClients } from './adapters/mcp-client/mcp-clients.js';
export type {
  McpClientsOptions,
  McpServerOptions,
  McpServers,
} from './adapters/mcp-client/clients/clients-options.js';
export type { McpServerState, McpServerStatus } from './adapters/mcp-client/clients/server-status.js';
export {
  gatewayTransport,
  type GatewayTransport,
  type GatewayTransportOptions,
} from './adapters/mcp-client/http/gateway-transport.js';
export {
  definitionPins,
  type DefinitionPins,
  type PendingDefinition,
  type PinnedDefinitions,
} from './adapters/mcp-client/definition-pins.js';
export type { DefinitionPart, ToolDefinition } from './adapters/mcp-client/tool-definition.js';
export { mockMcpClient, type MockMcpClientOptions } from './adapters/mcp-client/mock-mcp-client.js';
export type { FetchFunction } from './adapters/mcp-client/http/fetch-function.js';
export type {
  HttpTransportOptions,
  McpClientOptions,
  McpTransport,
  StdioTransportOptions,
} from './adapters/mcp-client/options.js';
export type {
  ElicitationAnswer,
  ElicitationRequest,
  OnElicitation,
} from './adapters/mcp-client/on-elicitation.js';
export type { McpClient } from './ports/mcp-client.js';

// Tool providers
export { staticTools } from './adapters/tool-providers/static-tools.js';
export { gatedTools, type ToolPredicate } from './adapters/tool-providers/gated-tools.js';
export { skillScopedTools } from './adapters/tool-providers/skill-scoped-tools.js';
export type { ToolListContext, ToolProvider } from './ports/tool-provider.js';

// Models
export { scripted, type ScriptedModel, type ScriptStep } from './adapters/models/scripted.js';
export { reply, type ScriptedCall } from './adapters/models/reply.js';
export { withModelProfile } from './adapters/models/profiled.js';
export { modelTools, type ModelTools, type SourcedToolSchema } from './domain/model-profile/model-tools.js';
export { modelSchema, type ModelSchema } from './domain/model-profile/model-schema.js';
export { toolNames, type NamedTool, type ToolNames } from './domain/model-profile/tool-names.js';
export type { ModelProfile } from './domain/model-profile/profile.js';
export type { LanguageModel, ModelOptions, ModelReply, ModelRequest } from './ports/language-model.js';

// Schemas
export { ajvSchemas } from './adapters/schema/ajv.js';
export type { CompiledSchema, SchemaProblem, SchemaValidator } from './ports/schema-validator.js';

// Journals
export { memoryJournal } from './adapters/journal/memory.js';
export { postgresJournal, type PostgresJournalOptions } from './adapters/journal/postgres.js';
export type { PostgresClient, PostgresPool } from './adapters/journal/postgres-driver.js';
export { sqliteJournal, type SqliteJournalOptions } from './adapters/journal/sqlite.js';
export type { Journal, JournalEntry } from './ports/journal.js';

// Clocks
export { realClock } from './adapters/clock/real.js';
export { virtualClock, type VirtualClock } from './adapters/clock/virtual.js';
export type { Clock } from './ports/clock.js';

// Event sinks
export { consoleEvents, type ConsoleEventsOptions, type LineStream } from './adapters/events/console.js';
export { jsonlEvents, type JsonlEventsOptions } from './adapters/events/jsonl.js';
export type { EventSink } from './ports/event-sink.js';

// Errors
export { OptionalPeerMissingError } from './domain/errors.js';
export { InvalidSchemaError } from './ports/schema-errors.js';
export { JournalClosedError, JournalConflictError, JournalUnusableError } from './ports/journal-errors.js';
export { ScriptMismatchError } from './adapters/models/scripted.js';
export { McpDefinitionChangedError } from './adapters/mcp-client/definition-changed-error.js';
export { McpToolCollisionError } from './adapters/mcp-client/clients/tool-collision-error.js';
export {
  GatewayAuthorizationRequiredError,
  GatewayCredentialError,
  McpClientClosedError,
  McpConnectError,
  McpResultShapeError,
  McpResultTooLargeError,
  McpThrottledError,
  McpTimeoutError,
  McpToolError,
  McpTransportError,
} from './adapters/mcp-client/errors.js';

// The ports of code runners, and of the doors that serve governed tools
export type { CodeExecution, CodeRunner, CodeSession } from './ports/code-runner.js';
export type { CodeArtifact, CodeGuarantees, CodeOutcome, CodeResult } from './domain/code.js';
export type { DoorCall, DoorContext, DoorOutcome, GovernedTools } from './ports/governed-tools.js';
