import { describe, expect, test } from '@jest/globals';
import { bearerChallenge } from '../../../src/adapters/credentials/mcp-authorization/bearer-challenge.js';
import { mcpAuthorization } from '../../../src/adapters/credentials/mcp-authorization/mcp-authorization.js';
import { gatewayTransport } from '../../../src/adapters/mcp-client/http/gateway-transport.js';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { credentialProviderContract } from '../../../src/ports/contracts/credential-provider.js';
import { rawHttp, type Fault } from '../../fixtures/mcp/raw-http.js';
import { call } from '../mcp-client/support.js';
import { verifies } from '../../requirements.js';
import { json } from './local-server.js';
import { anonymous, mcpWorld, REDIRECT_URL, refusal, tokenOf, type Said, type World } from './mcp-world.js';
import { everyText, rejection } from './sightings.js';

const FORBIDDEN_URLS = [
  'http://169.254.169.254/latest',
  'https://10.0.0.1/',
  'http://mcp.example/',
  'https://[::ffff:10.0.0.1]/',
];

/** Runs with a world that is closed again. */
async function within(said: Said, body: (world: World) => Promise<void>): Promise<void> {
  const world = await mcpWorld(said);
  try {
    await body(world);
  } finally {
    await world.close();
  }
}

function never(): Promise<string> {
  return new Promise(() => undefined);
}

credentialProviderContract(
  { describe, test },
  {
    name: 'mcpAuthorization',
    shows: ['others', 'refused', 'stalled'],
    async open() {
      const world = await mcpWorld({ answer: {} });
      const asPrincipal = async (
        page: string,
        { identity, scopes }: { identity?: { principal: string }; scopes: readonly string[] },
      ) => {
        if (scopes.includes('stall')) return never();
        const state = new URL(page).searchParams.get('state') ?? '';
        return `${REDIRECT_URL}?code=${identity?.principal ?? 'nobody'}.${scopes.join('.')}!&state=${state}`;
      };
      return {
        provider: world.provider({ authorize: asPrincipal as never }),
        known: refusal(world.url),
        secret: 'canary-nobody.!',
        unknownService: 'payroll',
        others: [
          { request: refusal(world.url, { identity: { principal: 'ann' } }), secret: 'canary-ann.!' },
          { request: refusal(world.url, { scopes: ['write'] }), secret: 'canary-nobody.write!' },
        ],
        refused: [refusal(world.url, { mode: 'machine' }), { service: 'gateway' }],
        stalled: {
          request: refusal(world.url, { scopes: ['stall'] }),
          started: () => world.server.reached(2),
        },
        close: () => world.close(),
      };
    },
  },
);

describe('mcpAuthorization: finding who gives tokens', () => {
  test('metadata is looked for at the path, then at the origin, and speaks for the very URL that was asked', async () => {
    verifies('C23');
    await within({}, async (world) => {
      const provider = world.provider();
      expect(tokenOf(await provider.getCredential(refusal(world.url)))).toBe('Bearer canary-user-1');
      expect(world.mcp.seen.map(({ path }) => path)).toEqual(['/.well-known/oauth-protected-resource/mcp']);
      expect(world.pages[0]?.searchParams.get('resource')).toBe(world.url);
      expect(world.forms()[0]).toMatchObject({ resource: world.url, grant_type: 'authorization_code' });
    });
    const atRoot: Said = {
      resources: ({ mcp, issuer }) => ({
        '/.well-known/oauth-protected-resource': { resource: mcp.url, authorization_servers: [issuer] },
      }),
    };
    await within(atRoot, async (world) => {
      await world.provider().getCredential(refusal(world.url));
      expect(world.mcp.seen.map(({ path }) => path)).toEqual([
        '/.well-known/oauth-protected-resource/mcp',
        '/.well-known/oauth-protected-resource',
      ]);
      expect(world.forms()[0]).toMatchObject({ resource: world.mcp.url });
    });
  });

  test('metadata of another resource is refused before anybody is asked; a covering one is taken by option only', async () => {
    verifies('C23');
    for (const resource of ['https://evil.example/mcp', 'covering', 'sibling']) {
      const said: Said = {
        resources: ({ mcp, issuer }) => ({
          '/custom.json': {
            resource: resource === 'covering' ? mcp.url : resource === 'sibling' ? `${mcp.url}/mc` : resource,
            authorization_servers: [issuer],
          },
        }),
      };
      await within(said, async (world) => {
        const asked = refusal(world.url, {}, `Bearer resource_metadata="${world.mcp.url}/custom.json"`);
        const error = await rejection(world.provider().getCredential(asked));
        expect(error.code).toBe('ERR_AUTHORIZATION_UNTRUSTED');
        expect(world.server.seen).toEqual([]);
        const wide = world.provider({ acceptCoveringResource: true }).getCredential(asked);
        if (resource === 'covering') expect(tokenOf(await wide)).toBe('Bearer canary-user-1');
        else expect((await rejection(wide)).code).toBe('ERR_AUTHORIZATION_UNTRUSTED');
      });
    }
  });

  test('no peer leads a request to a private address, by whichever name it gives, and no body comes back in the error', async () => {
    verifies('T15');
    for (const forbidden of FORBIDDEN_URLS) {
      const inMetadata = (name: string): Said => ({ metadata: () => ({ [name]: forbidden }) });
      const cases: readonly [Said, string][] = [
        [{}, `Bearer resource_metadata="${forbidden}"`],
        [
          {
            resources: ({ url }) => ({
              '/.well-known/oauth-protected-resource/mcp': {
                resource: url,
                authorization_servers: [forbidden],
              },
            }),
          },
          'Bearer',
        ],
        [inMetadata('token_endpoint'), 'Bearer'],
        [inMetadata('registration_endpoint'), 'Bearer'],
        [inMetadata('authorization_endpoint'), 'Bearer'],
      ];
      for (const [said, header] of cases) {
        await within(said, async (world) => {
          const error = await rejection(world.provider().getCredential(refusal(world.url, {}, header)));
          expect(error.code).toBe('ERR_URL_FORBIDDEN');
          expect(world.pages).toEqual([]);
          expect(world.forms()).toEqual([]);
        });
      }
    }
  });

  test('a server elsewhere cannot lead a request to this machine', async () => {
    verifies('T15');
    await within({}, async (world) => {
      const header = `Bearer resource_metadata="${world.mcp.url}/.well-known/oauth-protected-resource/mcp"`;
      const asked = refusal('https://mcp.example/mcp', {}, header);
      expect((await rejection(world.provider().getCredential(asked))).code).toBe('ERR_URL_FORBIDDEN');
      expect(world.mcp.seen).toEqual([]);
    });
  });

  test('a redirect of metadata is not followed, and neither it nor a body is told', async () => {
    verifies('T15');
    const said: Said = {
      token: (_, response) =>
        void response.writeHead(302, { location: 'http://127.0.0.1:1/canary-place' }).end('canary-body'),
    };
    await within(said, async (world) => {
      const error = await rejection(world.provider().getCredential(refusal(world.url)));
      expect(error.code).toBe('ERR_CREDENTIAL_UNAVAILABLE');
      expect(everyText(error)).not.toContain('canary');
    });
    const echoing: Said = {
      token: ({ body }, response) =>
        json(response, 400, { error: body, error_description: `canary ${body}` }),
    };
    await within(echoing, async (world) => {
      const text = everyText(await rejection(world.provider().getCredential(refusal(world.url))));
      expect(text).not.toContain('canary');
      expect(text).not.toContain('code_verifier');
    });
  });

  test('a server from before resource metadata is its own authorization server', async () => {
    await within({ resources: () => ({}) }, async (world) => {
      const error = await rejection(world.provider().getCredential(refusal(world.url)));
      expect(error.code).toBe('ERR_CREDENTIAL_UNAVAILABLE');
      expect(world.mcp.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'GET /.well-known/oauth-protected-resource/mcp',
        'GET /.well-known/oauth-protected-resource',
        'GET /.well-known/oauth-authorization-server',
        'POST /register',
      ]);
    });
  });
});

describe('mcpAuthorization: who answers', () => {
  test('the user is sent to https, or to http on this machine, and nowhere else', async () => {
    verifies('T17');
    const pages = [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      'http://x/$(calc)',
      'https://good@evil.example/',
    ];
    for (const page of pages) {
      await within({ metadata: () => ({ authorization_endpoint: page }) }, async (world) => {
        const error = await rejection(world.provider().getCredential(refusal(world.url)));
        expect(error.code).toBe('ERR_URL_FORBIDDEN');
        expect(world.pages).toEqual([]);
      });
    }
    await within(
      { metadata: () => ({ authorization_endpoint: 'https://login.example/$(calc)?a="b' }) },
      async (world) => {
        await world.provider().getCredential(refusal(world.url));
        expect(world.pages[0]?.origin).toBe('https://login.example');
        expect(world.pages[0]?.href).not.toContain('"');
      },
    );
  });

  test('metadata that states another issuer is refused, and so is an issuer other than the configured one', async () => {
    verifies('T18');
    await within({ metadata: () => ({ issuer: 'https://login.example' }) }, async (world) => {
      const error = await rejection(world.provider().getCredential(refusal(world.url)));
      expect(error.code).toBe('ERR_AUTHORIZATION_UNTRUSTED');
      expect(world.pages).toEqual([]);
    });
    await within({}, async (world) => {
      const provider = world.provider({
        client: { id: 'me', secret: 'canary' },
        issuer: 'https://login.example',
      });
      const error = await rejection(provider.getCredential(refusal(world.url)));
      expect(error.code).toBe('ERR_AUTHORIZATION_UNTRUSTED');
      expect(world.server.seen).toEqual([]);
    });
  });

  test('an answer of another issuer, of none where one is due, of another state or at another URL is refused', async () => {
    verifies('T18');
    const answers: readonly [string, (state: string, issuer: string) => string][] = [
      ['another issuer', (state) => `${REDIRECT_URL}?code=c&state=${state}&iss=https://evil.example`],
      ['no issuer', (state) => `${REDIRECT_URL}?code=c&state=${state}`],
      ['another state', (_, issuer) => `${REDIRECT_URL}?code=c&state=x&iss=${issuer}`],
      ['another URL', (state, issuer) => `http://127.0.0.1:1/other?code=c&state=${state}&iss=${issuer}`],
      ['no code', (state, issuer) => `${REDIRECT_URL}?state=${state}&iss=${issuer}`],
    ];
    const said: Said = { metadata: () => ({ authorization_response_iss_parameter_supported: true }) };
    for (const [, answer] of answers) {
      await within(said, async (world) => {
        const authorize = async (page: string) =>
          answer(new URL(page).searchParams.get('state') ?? '', world.issuer);
        const error = await rejection(world.provider({ authorize }).getCredential(refusal(world.url)));
        expect(error.code).toBe('ERR_AUTHORIZATION_UNTRUSTED');
        expect(world.forms()).toEqual([]);
      });
    }
    await within(said, async (world) => {
      const authorize = async (page: string) =>
        `${REDIRECT_URL}?code=c&state=${new URL(page).searchParams.get('state')}&iss=${world.issuer}`;
      const answer = await world.provider({ authorize }).getCredential(refusal(world.url));
      expect(tokenOf(answer)).toBe('Bearer canary-c');
    });
  });

  test('a server without PKCE is refused', async () => {
    await within({ metadata: () => ({ code_challenge_methods_supported: ['plain'] }) }, async (world) => {
      const error = await rejection(world.provider().getCredential(refusal(world.url)));
      expect(error.message).toContain('S256');
      expect(world.pages).toEqual([]);
    });
  });

  test('a secret needs the issuer that it was registered with', () => {
    const secret = { client: { id: 'me', secret: 'canary' } };
    expect(() => mcpAuthorization(secret)).toThrow('"issuer"');
    expect(() => mcpAuthorization({ ...secret, anyIssuer: true })).not.toThrow();
    expect(() => mcpAuthorization({})).toThrow('"client"');
    expect(() => mcpAuthorization({ authorize: never })).toThrow('"redirectUrl"');
    expect(() => mcpAuthorization({ authorize: never, redirectUrl: 'http://mcp.example/' })).toThrow(
      'plain http',
    );
    expect(() => mcpAuthorization({ authorise: never } as never)).toThrow('"authorise"');
  });

  test("a query of the server's URL, which may hold a secret, is told to nobody", async () => {
    await within({}, async (world) => {
      await world.provider().getCredential(refusal(`${world.url}?key=canary-key`));
      const told = [...world.server.seen, ...world.mcp.seen, ...world.pages.map(String)];
      expect(JSON.stringify(told)).not.toContain('canary-key');
    });
  });
});

describe('mcpAuthorization: keeping tokens', () => {
  test('requests that are refused at the same time ask the user once', async () => {
    await within({}, async (world) => {
      const provider = world.provider();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => provider.getCredential(refusal(world.url))),
      );
      expect(new Set(answers.map(tokenOf))).toEqual(new Set(['Bearer canary-user-1']));
      expect(tokenOf(await provider.getCredential(refusal(world.url)))).toBe('Bearer canary-user-1');
      expect(world.pages).toHaveLength(1);
    });
  });

  test('the token of one server is given to no other', async () => {
    await within({}, async (world) => {
      const provider = world.provider();
      await provider.getCredential(refusal(world.url));
      const other = await provider.getCredential({ service: 'gateway', url: `${world.mcp.url}/other` });
      expect(tokenOf(other)).toBeUndefined();
    });
  });

  test('a token is refreshed before its end, without the user', async () => {
    let now = 1_000_000;
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    await within({ answer: { refresh_token: 'canary-refresh' } }, async (world) => {
      const provider = world.provider({ clock });
      await provider.getCredential(refusal(world.url));
      now += 580_000;
      const answer = await provider.getCredential({ service: 'gateway', url: world.url });
      expect(tokenOf(answer)).toBe('Bearer canary-refresh_token-1');
      expect(world.forms()[1]).toMatchObject({ refresh_token: 'canary-refresh', resource: world.url });
      expect(world.pages).toHaveLength(1);
      expect(everyText([answer, provider])).not.toContain('canary');
    });
  });

  test('a token refused before its expiry is refreshed once and the request sent once more; then the error has a type', async () => {
    verifies('C20');
    let now = 1_000_000;
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    const accepted = new Set(['Bearer canary-user-1']);
    const guard: Fault = ({ headers }, response) => {
      if (accepted.has(headers.authorization ?? '')) return false;
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
      return true;
    };
    const mcp = await rawHttp((seen, response) => {
      if (!seen.url.startsWith('/.well-known/')) return guard(seen, response);
      json(response, 200, { resource: mcp.url, authorization_servers: [world.issuer] });
      return true;
    });
    const world = await mcpWorld({ answer: { refresh_token: 'canary-refresh' } });
    const client = await mcpClient({
      transport: gatewayTransport({ url: mcp.url, credentials: world.provider({ clock }) }),
    });
    const hi = (): Promise<unknown> => call(client, 'echo', { text: 'hi' });
    expect(await hi()).toBe('hi');
    accepted.clear();
    accepted.add('Bearer canary-refresh_token-1');
    expect(await hi()).toBe('hi');
    expect(world.forms().map((form) => form['grant_type'])).toEqual(['authorization_code', 'refresh_token']);
    accepted.clear();
    const before = mcp.seen.length;
    for (let calls = 1; calls <= 3; calls++) {
      const failed = await rejection(hi());
      expect(failed).toMatchObject({ code: 'ERR_CREDENTIAL_UNAVAILABLE', transient: false });
      expect(everyText(failed)).not.toContain('canary');
      expect(mcp.seen.slice(before).filter(({ method }) => method === 'POST')).toHaveLength(calls);
    }
    expect(world.forms()).toHaveLength(2);
    expect(world.pages).toHaveLength(1);
    now += 60_000;
    accepted.add('Bearer canary-user-2');
    expect(await hi()).toBe('hi');
    expect(world.pages).toHaveLength(2);
    await client.close();
    await mcp.close();
    await world.close();
  });

  test('a scope that is too small is widened once; scopes that are not granted are not asked for without end', async () => {
    await within({ answer: { scope: 'read' } }, async (world) => {
      const provider = world.provider();
      const first = await provider.getCredential(refusal(world.url, {}, 'Bearer scope="read"'));
      const tooSmall = (refused: typeof first, scope: string) => {
        const challenge = {
          status: 403,
          wwwAuthenticate: `Bearer error="insufficient_scope", scope="${scope}"`,
          refused: refused.status === 'issued' ? refused.credential : anonymous,
        };
        return provider.getCredential({ service: 'gateway', url: world.url, challenge });
      };
      expect((await rejection(tooSmall(first, 'read'))).message).toContain('none that the token has not');
      const second = await tooSmall(first, 'write');
      const third = await tooSmall(second, 'write');
      expect(world.pages.map((page) => page.searchParams.get('scope'))).toEqual([
        'read',
        'read write',
        'read write',
      ]);
      expect((await rejection(tooSmall(third, 'write'))).message).toContain('does not grant');
      expect(world.pages).toHaveLength(3);
    });
  });

  test('a token that was refused because it ended is asked for anew, however short its life', async () => {
    let now = 1_000_000;
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    const said: Said = {
      answer: { expires_in: 20 },
      metadata: () => ({ token_endpoint_auth_methods_supported: ['client_secret_basic'] }),
    };
    await within(said, async (world) => {
      const client = { id: 'me', secret: 'canary' };
      const provider = mcpAuthorization({ client, issuer: world.issuer, clock });
      const first = await provider.getCredential(refusal(world.url));
      const challenge = { status: 401, refused: first.status === 'issued' ? first.credential : anonymous };
      const asked = refusal(world.url, { challenge });
      expect((await rejection(provider.getCredential(asked))).message).toContain('just issued');
      now += 20_000;
      expect(tokenOf(await provider.getCredential(asked))).toBe('Bearer canary-client_credentials-2');
    });
  });

  test('a registration that the server forgets is made anew', async () => {
    const refusing: Said = { token: (_, response) => json(response, 401, { error: 'invalid_client' }) };
    await within(refusing, async (world) => {
      const provider = world.provider();
      await rejection(provider.getCredential(refusal(world.url)));
      await rejection(provider.getCredential(refusal(world.url)));
      expect(world.server.seen.filter(({ path }) => path === '/register')).toHaveLength(2);
    });
  });
});

describe('bearerChallenge', () => {
  test('reads the Bearer challenge among others, quoted or bare', () => {
    const header =
      'Basic realm="a, Bearer scope=x", bearer Resource_Metadata="https://a/\\"b", scope="r  w r"';
    expect(bearerChallenge(header)).toEqual({ resourceMetadata: 'https://a/"b', scopes: ['r', 'w'] });
    expect(bearerChallenge('Bearer scope=one, resource_metadata=https://a/')).toEqual({
      scopes: ['one'],
      resourceMetadata: 'https://a/',
    });
    expect(bearerChallenge('DPoP scope="x"')).toEqual({});
    expect(bearerChallenge()).toEqual({});
  });

  test('takes time linear in the length of the header', () => {
    const started = performance.now();
    for (const part of ['"\\', 'a=', '"', 'Bearer a="\\"', ', ', 'a ']) bearerChallenge(part.repeat(4_000));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
