/**
 * The laws of the ports, as tests for any runner: prove an adapter of your own in about fifteen lines.
 *
 * @module sallyport/contracts
 */
export type { Harness } from './ports/contracts/harness.js';
export { clockContract, type ClockSubject } from './ports/contracts/clock.js';
export {
  credentialProviderContract,
  type CredentialProviderCase,
  type CredentialProviderSubject,
  type KnownCredential,
} from './ports/contracts/credential-provider.js';
export { eventSinkContract, type EventSinkSubject, type OpenSink } from './ports/contracts/event-sink.js';
export { journalContract, type JournalSubject } from './ports/contracts/journal.js';
export {
  languageModelContract,
  type LanguageModelSubject,
  type ModelTurn,
  type ModelUnderTest,
} from './ports/contracts/language-model.js';
export { mcpClientContract, type McpClientSubject } from './ports/contracts/mcp-client.js';
export {
  permissionCheckerContract,
  type PermissionCheckerSubject,
} from './ports/contracts/permission-checker.js';
export { schemaValidatorContract, type SchemaValidatorSubject } from './ports/contracts/schema-validator.js';
export { toolProviderContract, type ToolProviderSubject } from './ports/contracts/tool-provider.js';
