import * as option from '../../domain/options.js';
import { checkOutboundUrl } from '../../domain/url-guard.js';
import type {
  CredentialAnswer,
  CredentialProvider,
  CredentialRequest,
} from '../../ports/credential-provider.js';
import { agentCoreCall, NotFound, secretIn } from './agentcore-call.js';
import { agentCoreClientSource } from './agentcore-client-source.js';
import type { ApiKeyAsk } from './agentcore-identity-client.js';
import { agentCoreIdentityRules, type AgentCoreIdentityOptions } from './agentcore-identity-options.js';
import { agentCoreServices, type AgentCorePlan } from './agentcore-service.js';
import { workloadTokenOf } from './agentcore-workload-token.js';
import { apiKey } from './api-key.js';
import { bearer } from './bearer.js';
import { CredentialUnconfiguredError, UnknownServiceError } from './credential-errors.js';
import { madeCredential } from './made-credential.js';

const ID = 'agentcore-identity';

/**
 * Credentials from AWS Bedrock AgentCore Identity: OAuth 2 tokens for the application (M2M) or for a user (federation with
 * consent, or on behalf of), and API keys. The SDK is loaded at the first request. AgentCore keeps the tokens; nothing
 * is kept here.
 */
export function agentCoreIdentity(options: AgentCoreIdentityOptions): CredentialProvider {
  const checked = option.checkOptions('agentCoreIdentity()', options, agentCoreIdentityRules);
  const planOf = agentCoreServices(ID, checked.services);
  const client = agentCoreClientSource(checked);
  const call = agentCoreCall(checked.timeoutMs ?? 10_000);
  return {
    id: ID,
    async getCredential(request) {
      request.signal?.throwIfAborted();
      const plan = planOf(request);
      if (plan.flow === 'ON_BEHALF_OF_TOKEN_EXCHANGE') refuseWithoutUserToken(checked);
      const workloadIdentityToken = await workloadTokenOf(checked, client, call, request, plan.user);
      try {
        const ask = { workloadIdentityToken, resourceCredentialProviderName: plan.provider };
        return await (plan.service.kind === 'api-key'
          ? keyFor(request, plan, ask)
          : tokenFor(request, plan, ask));
      } catch (thrown) {
        if (!(thrown instanceof NotFound)) throw thrown;
        throw new UnknownServiceError(
          ID,
          request.service,
          'Create a credential provider of this name in AgentCore.',
        );
      }
    },
  };

  async function keyFor(
    request: CredentialRequest,
    { service }: AgentCorePlan,
    ask: ApiKeyAsk,
  ): Promise<CredentialAnswer> {
    const answer = await call('GetResourceApiKey', request.signal, async (signal) =>
      (await client()).apiKey(ask, signal),
    );
    const key = secretIn('apiKey', answer.apiKey);
    const { header } = service;
    const credential = madeCredential('the API key that AgentCore gave', () =>
      apiKey(key, header === undefined ? {} : { header }),
    );
    return { status: 'issued', credential };
  }

  async function tokenFor(
    request: CredentialRequest,
    plan: AgentCorePlan,
    ask: ApiKeyAsk,
  ): Promise<CredentialAnswer> {
    const { scopes, returnUrl, parameters, audiences, resources } = plan.service;
    const consents = plan.flow === 'USER_FEDERATION';
    const answer = await call('GetResourceOauth2Token', request.signal, async (signal) =>
      (await client()).oauth2Token(
        {
          ...ask,
          scopes: [...(request.scopes ?? scopes ?? [])],
          oauth2Flow: plan.flow,
          ...(consents && request.forceReauth === true ? { forceAuthentication: true } : {}),
          ...(returnUrl === undefined ? {} : { resourceOauth2ReturnUrl: returnUrl }),
          ...(parameters === undefined ? {} : { customParameters: { ...parameters } }),
          ...(audiences === undefined ? {} : { audiences: [...audiences] }),
          ...(resources === undefined ? {} : { resources: [...resources] }),
        },
        signal,
      ),
    );
    if (consents && answer.accessToken === undefined && answer.authorizationUrl !== undefined) {
      return { status: 'authorization-required', authorizationUrl: consentUrl(answer.authorizationUrl) };
    }
    const token = secretIn('accessToken', answer.accessToken);
    return {
      status: 'issued',
      credential: madeCredential('the token that AgentCore gave', () => bearer(token)),
    };
  }
}

function refuseWithoutUserToken({ userToken, workloadToken }: AgentCoreIdentityOptions): void {
  if (userToken !== undefined || workloadToken !== undefined) return;
  throw new CredentialUnconfiguredError(
    'agentCoreIdentity() exchanges a user token on behalf of the user, and has none. Set "userToken".',
  );
}

/** The URL, when a person may be sent there: https to any host, or http on loopback. Shown as a browser reads it. */
function consentUrl(url: string): string {
  return checkOutboundUrl(url, 'The authorization URL that AgentCore gave', { privateNetwork: true }).href;
}
