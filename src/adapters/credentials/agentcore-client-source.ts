import { InvalidOptionError } from '../../domain/errors.js';
import { checkOutboundUrl } from '../../domain/url-guard.js';
import {
  agentCoreIdentityClient,
  loadAgentCoreSdk,
  type AgentCoreClientConfig,
  type AgentCoreIdentityClientLike,
} from './agentcore-identity-client.js';
import type { AgentCoreIdentityOptions } from './agentcore-identity-options.js';

/** The client, made at the first call and kept; a failure to make it is not kept. */
export function agentCoreClientSource(
  options: AgentCoreIdentityOptions,
): () => Promise<AgentCoreIdentityClientLike> {
  const { region, endpoint, credentials, _sdk, _client } = options;
  if (!/^[a-z0-9-]{1,63}$/.test(region)) {
    throw new InvalidOptionError(
      'agentCoreIdentity(): "region" must be an AWS region, for example "us-west-2".',
    );
  }
  if (endpoint !== undefined)
    checkOutboundUrl(endpoint, 'agentCoreIdentity(): "endpoint"', { privateNetwork: true });
  const config: AgentCoreClientConfig = {
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  };
  let made: Promise<AgentCoreIdentityClientLike> | undefined;
  return async () => {
    if (_client !== undefined) return _client;
    made ??= loadAgentCoreSdk(_sdk).then((sdk) => agentCoreIdentityClient(sdk, config));
    try {
      return await made;
    } catch (thrown) {
      made = undefined;
      throw thrown;
    }
  };
}
