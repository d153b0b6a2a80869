import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { json, localServer, type LocalServer, type SeenRequest } from './local-server.js';

/** What one request asks, with the operation it names. */
export interface AgentCoreAsk {
  readonly operation: string;
  readonly body: Record<string, unknown>;
}

/** A local endpoint that speaks AgentCore Identity's wire as the SDK's schemas have it. It is no proof of AWS's behaviour. */
export interface AgentCoreServer extends LocalServer {
  asks(): AgentCoreAsk[];
}

export async function agentCoreServer(
  answer: (ask: AgentCoreAsk, response: ServerResponse) => boolean = () => false,
): Promise<AgentCoreServer> {
  const server = await localServer((request, response) => {
    const ask = askOf(request);
    if (!answer(ask, response)) respond(ask, response);
  });
  return { ...server, asks: () => server.seen.map(askOf) };
}

function askOf({ path, body }: SeenRequest): AgentCoreAsk {
  return { operation: path.replace('/identities/', ''), body: JSON.parse(body) as Record<string, unknown> };
}

/** The workload token names who it is for; the access token is made from it and from all that was asked. */
function respond({ operation, body }: AgentCoreAsk, response: ServerResponse): void {
  const { userId, userToken, workloadIdentityToken, resourceCredentialProviderName: provider } = body;
  if (operation.startsWith('GetWorkloadAccessToken')) {
    return json(response, 200, {
      workloadAccessToken: `canary-workload-${String(userId ?? userToken ?? 'machine')}`,
    });
  }
  if (provider === 'unknown' || ['__proto__', 'constructor', 'toString'].includes(String(provider))) {
    return exception(response, 404, 'ResourceNotFoundException', `canary: no ${String(provider)}`);
  }
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 12);
  if (operation === 'api-key') return json(response, 200, { apiKey: `canary-key-${digest}` });
  if (body['oauth2Flow'] === 'USER_FEDERATION' && workloadIdentityToken !== 'canary-workload-consented') {
    return json(response, 200, {
      authorizationUrl: 'https://idp.example/authorize?request_uri=canary-uri',
      sessionUri: 'urn:s',
    });
  }
  json(response, 200, { accessToken: `canary-token-${String(provider)}-${String(body['oauth2Flow'])}` });
}

export function exception(response: ServerResponse, status: number, type: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type });
  response.end(JSON.stringify({ message }));
}
