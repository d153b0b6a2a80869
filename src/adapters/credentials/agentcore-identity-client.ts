import { OptionalPeerMissingError } from '../../domain/errors.js';

/** The three operations that the provider needs, each as what it means and not as how it is sent. */
export interface AgentCoreIdentityClientLike {
  /** A workload token: for the workload itself, or for a user by id or by the user's JWT. */
  workloadToken(
    ask: WorkloadTokenAsk,
    signal: AbortSignal,
  ): Promise<{ readonly workloadAccessToken?: string | undefined }>;
  oauth2Token(
    ask: OAuth2TokenAsk,
    signal: AbortSignal,
  ): Promise<{ readonly accessToken?: string | undefined; readonly authorizationUrl?: string | undefined }>;
  apiKey(ask: ApiKeyAsk, signal: AbortSignal): Promise<{ readonly apiKey?: string | undefined }>;
}

export interface WorkloadTokenAsk {
  readonly workloadName: string;
  readonly userId?: string;
  readonly userToken?: string;
}

export interface ApiKeyAsk {
  readonly workloadIdentityToken: string;
  readonly resourceCredentialProviderName: string;
}

export interface OAuth2TokenAsk extends ApiKeyAsk {
  readonly scopes: string[];
  readonly oauth2Flow: 'M2M' | 'USER_FEDERATION' | 'ON_BEHALF_OF_TOKEN_EXCHANGE';
  readonly forceAuthentication?: boolean;
  readonly resourceOauth2ReturnUrl?: string;
  readonly customParameters?: Record<string, string>;
  readonly audiences?: string[];
  readonly resources?: string[];
}

/** How the SDK's client is made. */
export interface AgentCoreClientConfig {
  readonly region: string;
  readonly endpoint?: string;
  /** What the SDK takes as `credentials`; absent, it looks where it always does. */
  readonly credentials?: AwsCredentials | (() => Promise<AwsCredentials>);
}

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The part of `@aws-sdk/client-bedrock-agentcore` that is used. */
export interface BedrockAgentCoreIdentitySdkModule {
  readonly BedrockAgentCoreClient: new (config: AgentCoreClientConfig) => {
    send(command: object, options: { abortSignal: AbortSignal }): Promise<object>;
  };
  readonly GetWorkloadAccessTokenCommand: new (input: { workloadName: string }) => object;
  readonly GetWorkloadAccessTokenForUserIdCommand: new (input: {
    workloadName: string;
    userId: string;
  }) => object;
  readonly GetWorkloadAccessTokenForJWTCommand: new (input: {
    workloadName: string;
    userToken: string;
  }) => object;
  readonly GetResourceOauth2TokenCommand: new (input: OAuth2TokenAsk) => object;
  readonly GetResourceApiKeyCommand: new (input: ApiKeyAsk) => object;
}

const PEER = '@aws-sdk/client-bedrock-agentcore';

/**
 * The SDK module: the one given, or the installed one, loaded now.
 *
 * @throws OptionalPeerMissingError when it is not installed
 */
export async function loadAgentCoreSdk(
  load: () => Promise<BedrockAgentCoreIdentitySdkModule> = () => import('@aws-sdk/client-bedrock-agentcore'),
): Promise<BedrockAgentCoreIdentitySdkModule> {
  try {
    return await load();
  } catch (thrown) {
    const code = (thrown as { code?: unknown } | undefined)?.code;
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
      throw new OptionalPeerMissingError('agentCoreIdentity()', PEER);
    }
    throw thrown;
  }
}

/** The operations, sent as the SDK's commands. */
export function agentCoreIdentityClient(
  sdk: BedrockAgentCoreIdentitySdkModule,
  config: AgentCoreClientConfig,
): AgentCoreIdentityClientLike {
  const client = new sdk.BedrockAgentCoreClient(config);
  return {
    workloadToken({ workloadName, userId, userToken }, abortSignal) {
      if (userToken !== undefined) {
        return client.send(new sdk.GetWorkloadAccessTokenForJWTCommand({ workloadName, userToken }), {
          abortSignal,
        });
      }
      if (userId !== undefined) {
        return client.send(new sdk.GetWorkloadAccessTokenForUserIdCommand({ workloadName, userId }), {
          abortSignal,
        });
      }
      return client.send(new sdk.GetWorkloadAccessTokenCommand({ workloadName }), { abortSignal });
    },
    oauth2Token: (ask, abortSignal) =>
      client.send(new sdk.GetResourceOauth2TokenCommand(ask), { abortSignal }),
    apiKey: (ask, abortSignal) => client.send(new sdk.GetResourceApiKeyCommand(ask), { abortSignal }),
  };
}
