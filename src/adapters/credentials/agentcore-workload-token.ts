import type { CredentialRequest } from '../../ports/credential-provider.js';
import { NotFound, secretIn, type AgentCoreCall } from './agentcore-call.js';
import type { AgentCoreIdentityClientLike } from './agentcore-identity-client.js';
import type { AgentCoreIdentityOptions } from './agentcore-identity-options.js';
import { agentCoreUserId } from './agentcore-user-id.js';
import { CredentialUnavailableError, CredentialUnconfiguredError, quoted } from './credential-errors.js';
import { secretFrom } from './secret-source.js';

/**
 * The workload token of a request: the host's, or one for the user by JWT, for the user by id, or for the workload.
 *
 * @throws CredentialUnconfiguredError when there is no workload to ask for
 */
export async function workloadTokenOf(
  options: AgentCoreIdentityOptions,
  client: () => Promise<AgentCoreIdentityClientLike>,
  call: AgentCoreCall,
  request: CredentialRequest,
  user: boolean,
): Promise<string> {
  const { workloadName, workloadToken } = options;
  if (workloadToken !== undefined) {
    return secretFrom('agentCoreIdentity(): "workloadToken"', () => workloadToken(request), request.signal);
  }
  if (workloadName === undefined) {
    throw new CredentialUnconfiguredError(
      'agentCoreIdentity() has no workload. Set "workloadName", or "workloadToken" inside the AgentCore runtime.',
    );
  }
  const who = user ? await userOf(options, request) : {};
  try {
    const answer = await call('GetWorkloadAccessToken', request.signal, async (signal) =>
      (await client()).workloadToken({ workloadName, ...who }, signal),
    );
    return secretIn('workloadAccessToken', answer.workloadAccessToken);
  } catch (thrown) {
    throw thrown instanceof NotFound ? thrown.fault : thrown;
  }
}

async function userOf(
  { userToken, userId }: AgentCoreIdentityOptions,
  request: CredentialRequest,
): Promise<{ userToken: string } | { userId: string }> {
  if (userToken !== undefined) {
    return {
      userToken: await secretFrom(
        'agentCoreIdentity(): "userToken"',
        () => userToken(request),
        request.signal,
      ),
    };
  }
  const identity = request.identity ?? {};
  const id = userId === undefined ? agentCoreUserId(identity) : userId(identity);
  if (id !== undefined && id !== '') return { userId: id };
  throw new CredentialUnavailableError(
    `agentCoreIdentity(): ${quoted(request.service)} is for a user, and the request names none. Give the run an identity ` +
      'with a principal, or set "userToken".',
    false,
  );
}
