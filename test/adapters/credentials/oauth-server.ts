import type { ServerResponse } from 'node:http';
import { json, localServer, type LocalServer, type SeenRequest } from './local-server.js';

/** What a token endpoint is asked, as a form. */
export function formOf(request: SeenRequest | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(request?.body ?? ''));
}

/** An authorization server on loopback: metadata, and a token endpoint that numbers its tokens. */
export interface OAuthServer extends LocalServer {
  /** The token requests so far. */
  tokens(): SeenRequest[];
}

export async function oauthServer({
  metadata = {},
  answer = {},
  token,
}: {
  readonly metadata?: Record<string, unknown>;
  readonly answer?: Record<string, unknown>;
  readonly token?: (request: SeenRequest, response: ServerResponse) => void;
} = {}): Promise<OAuthServer> {
  let issued = 0;
  const server: LocalServer = await localServer((request, response) => {
    if (
      request.path === '/.well-known/openid-configuration' ||
      request.path === '/.well-known/oauth-authorization-server'
    ) {
      return json(response, 200, {
        issuer: `${server.url}/`,
        token_endpoint: `${server.url}/token`,
        ...metadata,
      });
    }
    if (request.path !== '/token') return json(response, 404, {});
    if (token !== undefined) return token(request, response);
    const { scope = '', audience = '', subject_token: subject = '' } = formOf(request);
    json(response, 200, {
      access_token: `canary-${++issued}-${audience}-${scope.replaceAll(' ', '.')}-${subject.replace('subject-', '')}`,
      token_type: 'Bearer',
      expires_in: 600,
      ...answer,
    });
  });
  return { ...server, tokens: () => server.seen.filter((request) => request.path === '/token') };
}
