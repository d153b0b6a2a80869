import type { Identity } from '../../domain/identity.js';
import * as option from '../../domain/options.js';
import type { Awaitable } from '../../ports/awaitable.js';
import type { CredentialRequest } from '../../ports/credential-provider.js';
import type {
  AgentCoreClientConfig,
  AgentCoreIdentityClientLike,
  BedrockAgentCoreIdentitySdkModule,
} from './agentcore-identity-client.js';
import type { AgentCoreService } from './agentcore-service.js';

/** Where AgentCore Identity is, which workload this is, and how its services are asked for. */
export interface AgentCoreIdentityOptions {
  readonly region: string;
  /** The workload identity's name. Needed unless `workloadToken` is given. */
  readonly workloadName?: string;
  /** The workload token that the host has put at hand, for example the AgentCore runtime's header. */
  readonly workloadToken?: (request: CredentialRequest) => Awaitable<string>;
  /** The JWT of the user that the request acts for; without it the user is named by id. */
  readonly userToken?: (request: CredentialRequest) => Awaitable<string>;
  /** The user id that stands for an identity (default: `tenant/principal`, escaped). */
  readonly userId?: (identity: Identity) => string;
  /** The services; without it, every service is the OAuth 2 credential provider of its own name. */
  readonly services?: Readonly<Record<string, AgentCoreService>>;
  /** The service's address, where it is not the region's. */
  readonly endpoint?: string;
  /** What the AWS SDK takes as `credentials`; absent, it looks where it always does. */
  readonly credentials?: NonNullable<AgentCoreClientConfig['credentials']>;
  /** For one whole operation, the SDK's own retries included, in milliseconds (default 10000). */
  readonly timeoutMs?: number;
  /** How the SDK module is loaded. */
  readonly _sdk?: () => Promise<BedrockAgentCoreIdentitySdkModule>;
  /** A client in place of the SDK's. */
  readonly _client?: AgentCoreIdentityClientLike;
}

/** The rules of the options, by name. */
export const agentCoreIdentityRules: option.OptionRules = {
  region: option.required(option.text),
  workloadName: option.text,
  workloadToken: option.callback,
  userToken: option.callback,
  userId: option.callback,
  services: option.object,
  endpoint: option.text,
  credentials: {
    expected: 'AWS credentials, or a function that gives them',
    test: isCredentialSource,
    required: false,
  },
  timeoutMs: option.positiveWhole,
  _sdk: option.callback,
  _client: option.having('a client', 'workloadToken', 'oauth2Token', 'apiKey'),
};

function isCredentialSource(value: unknown): boolean {
  return option.object.test(value) || option.callback.test(value);
}
