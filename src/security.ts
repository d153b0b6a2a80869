/**
 * Who may do what, and with whose credentials.
 *
 * @module sallyport/security
 */

// Permissions
export { PermissionPolicy, type Roles } from './adapters/permissions/roles.js';
export type { PermissionRule } from './adapters/permissions/rules.js';
export { cedarPolicy } from './adapters/permissions/cedar-policy.js';
export type { CedarPolicyOptions, CedarPrincipal } from './adapters/permissions/cedar-options.js';
export type {
  CedarAnswer,
  CedarEntity,
  CedarFailure,
  CedarModule,
  CedarPolicyJson,
  CedarProblem,
  CedarRequest,
  CedarSchema,
  CedarUid,
} from './adapters/permissions/cedar-module.js';
export type { PermissionChecker, PermissionRequest } from './ports/permission-checker.js';

// Credentials
export { bearer } from './adapters/credentials/bearer.js';
export { apiKey, type ApiKeyOptions } from './adapters/credentials/api-key.js';
export { basic } from './adapters/credentials/basic.js';
export { headers } from './adapters/credentials/headers.js';
export type { Credential, CredentialNeed } from './domain/credential.js';

// Credential providers
export { staticTokens, type StaticTokensOptions } from './adapters/credentials/static-tokens.js';
export {
  environmentTokens,
  type EnvironmentTokensOptions,
} from './adapters/credentials/environment-tokens.js';
export { vaultCredentials, type VaultCredentialsOptions } from './adapters/credentials/vault-credentials.js';
export {
  oauthClientCredentials,
  type OAuthClientCredentialsOptions,
} from './adapters/credentials/oauth-client-credentials.js';
export { tokenExchange, type TokenExchangeOptions } from './adapters/credentials/token-exchange.js';
export type { OAuthClientOptions } from './adapters/credentials/oauth-client.js';
export type { OAuthService } from './adapters/credentials/oauth-services.js';
export { agentCoreIdentity } from './adapters/credentials/agentcore-identity.js';
export type { AgentCoreIdentityOptions } from './adapters/credentials/agentcore-identity-options.js';
export type { AgentCoreService } from './adapters/credentials/agentcore-service.js';
export type {
  AgentCoreClientConfig,
  AgentCoreIdentityClientLike,
  ApiKeyAsk,
  AwsCredentials,
  BedrockAgentCoreIdentitySdkModule,
  OAuth2TokenAsk,
  WorkloadTokenAsk,
} from './adapters/credentials/agentcore-identity-client.js';
export { mcpAuthorization } from './adapters/credentials/mcp-authorization/mcp-authorization.js';
export type {
  Authorize,
  ConsentRequest,
  CrossAppAccess,
  McpAuthorizationOptions,
  RegisteredMcpClient,
} from './adapters/credentials/mcp-authorization/mcp-authorization-options.js';
export {
  withCredentialRetry,
  type CredentialRetryOptions,
} from './adapters/credentials/with-credential-retry.js';
export { unconfiguredCredentialProvider } from './adapters/credentials/unconfigured-credential-provider.js';
export type {
  CredentialAnswer,
  CredentialChallenge,
  CredentialProvider,
  CredentialRequest,
} from './ports/credential-provider.js';

// Where requests may go
export { checkOutboundUrl, ForbiddenUrlError, type UrlPolicy } from './domain/url-guard.js';

// Errors
export {
  CredentialInvalidError,
  CredentialUnavailableError,
  CredentialUnconfiguredError,
  UnknownServiceError,
} from './adapters/credentials/credential-errors.js';
export { UntrustedAuthorizationError } from './adapters/credentials/mcp-authorization/untrusted-authorization-error.js';
export { OptionalPeerMissingError } from './domain/errors.js';
