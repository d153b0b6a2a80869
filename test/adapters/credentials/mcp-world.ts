import type { ServerResponse } from 'node:http';
import { mcpAuthorization } from '../../../src/adapters/credentials/mcp-authorization/mcp-authorization.js';
import type { McpAuthorizationOptions } from '../../../src/adapters/credentials/mcp-authorization/mcp-authorization-options.js';
import { SecretCredential } from '../../../src/adapters/credentials/secret-credential.js';
import type { CredentialAnswer, CredentialRequest } from '../../../src/ports/credential-provider.js';
import { json, localServer, type LocalServer, type SeenRequest } from './local-server.js';
import { formOf } from './oauth-server.js';

export const REDIRECT_URL = 'http://127.0.0.1:1/back';

/** What the servers of a world say; each part by the path it is at. */
export interface Said {
  /** Documents on the MCP server's host, beside `/.well-known/oauth-protected-resource/mcp` unless that is given. */
  readonly resources?: (world: World) => Readonly<Record<string, unknown>>;
  /** Added to the authorization server's metadata. */
  readonly metadata?: (world: World) => Readonly<Record<string, unknown>>;
  /** Answers a token request in place of the world. */
  readonly token?: (request: SeenRequest, response: ServerResponse) => void;
  /** Added to the token endpoint's answers. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** An MCP server's host and an authorization server, both on loopback, and a user who consents. */
export interface World {
  readonly mcp: LocalServer;
  readonly server: LocalServer;
  readonly url: string;
  readonly issuer: string;
  /** The consent pages that the user was sent to. */
  readonly pages: URL[];
  /** The forms that the token endpoint got. */
  forms(): Record<string, string>[];
  provider(options?: Partial<McpAuthorizationOptions>): ReturnType<typeof mcpAuthorization>;
  close(): Promise<void>;
}

export const anonymous: SecretCredential = new SecretCredential('headers', []);

/** A request whose last credential the server at the URL refused. */
export function refusal(
  url: string,
  more: Partial<CredentialRequest> = {},
  header = 'Bearer',
): CredentialRequest {
  const challenge = { status: 401, wwwAuthenticate: header, refused: anonymous };
  return { service: 'gateway', url, forceReauth: true, challenge, ...more };
}

export function tokenOf(answer: CredentialAnswer): string | undefined {
  return answer.status === 'issued' ? answer.credential.toHeaders()['authorization'] : undefined;
}

export async function mcpWorld({ resources, metadata, token, answer = {} }: Said = {}): Promise<World> {
  const pages: URL[] = [];
  let issued = 0;
  const mcp: LocalServer = await localServer(({ path }, response) => {
    const said = resources?.(world) ?? {
      '/.well-known/oauth-protected-resource/mcp': {
        resource: world.url,
        authorization_servers: [world.issuer],
      },
    };
    json(response, path in said ? 200 : 404, said[path] ?? {});
  });
  const server: LocalServer = await localServer((request, response) => {
    const { path } = request;
    const at = (name: string): string => `${world.issuer}/${name}`;
    if (path === '/.well-known/oauth-authorization-server') {
      return json(response, 200, {
        issuer: world.issuer,
        authorization_endpoint: at('authorize'),
        token_endpoint: at('token'),
        registration_endpoint: at('register'),
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        ...metadata?.(world),
      });
    }
    if (path === '/register') return json(response, 201, { client_id: 'registered' });
    if (path !== '/token') return json(response, 404, {});
    if (token !== undefined) return token(request, response);
    const { code = 'none', grant_type: grant = '' } = formOf(request);
    const number = grant === 'authorization_code' ? code : `${grant}-${++issued}`;
    json(response, 200, {
      access_token: `canary-${number}`,
      token_type: 'Bearer',
      expires_in: 600,
      ...answer,
    });
  });
  const world: World = {
    mcp,
    server,
    url: `${mcp.url}/mcp`,
    issuer: server.url,
    pages,
    forms: () => server.seen.filter(({ path }) => path === '/token').map(formOf),
    provider: (options = {}) =>
      mcpAuthorization({
        redirectUrl: REDIRECT_URL,
        authorize: async (page, { identity }) => {
          pages.push(new URL(page));
          const code = `${identity?.principal ?? 'user'}-${pages.length}`;
          const state = new URL(page).searchParams.get('state') ?? '';
          return `${REDIRECT_URL}?code=${code}&state=${state}`;
        },
        ...options,
      }),
    close: async () => {
      await mcp.close();
      await server.close();
    },
  };
  return world;
}
