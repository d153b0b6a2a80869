import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { agentCoreIdentity } from '../../../src/adapters/credentials/agentcore-identity.js';
import type { AgentCoreIdentityOptions } from '../../../src/adapters/credentials/agentcore-identity-options.js';
import { agentCoreUserId } from '../../../src/adapters/credentials/agentcore-user-id.js';
import { credentialProviderContract } from '../../../src/ports/contracts/credential-provider.js';
import type { CredentialAnswer } from '../../../src/ports/credential-provider.js';
import { verifies } from '../../requirements.js';
import { agentCoreServer, exception } from './agentcore-server.js';
import { json } from './local-server.js';
import { everyText, rejection } from './sightings.js';

const AWS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'canary-aws-secret' };

function providerAt(endpoint: string, options: Partial<AgentCoreIdentityOptions> = {}) {
  return agentCoreIdentity({
    region: 'us-west-2',
    workloadName: 'agent',
    endpoint,
    credentials: AWS,
    ...options,
  });
}

function headersOf(answer: CredentialAnswer): Record<string, string> | undefined {
  return answer.status === 'issued' ? answer.credential.toHeaders() : undefined;
}

const ann = { principal: 'ann' };

credentialProviderContract(
  { describe, test },
  {
    name: 'agentCoreIdentity',
    shows: ['others', 'refused', 'consent', 'stalled'],
    async open() {
      const server = await agentCoreServer(
        ({ body }) => body['resourceCredentialProviderName'] === 'stalled',
      );
      return {
        provider: providerAt(server.url),
        known: { service: 'crm' },
        secret: 'canary-token-crm-M2M',
        unknownService: 'unknown',
        others: [
          { request: { service: 'mail' }, secret: 'canary-token-mail-M2M' },
          {
            request: { service: 'crm', mode: 'user', identity: { principal: 'consented' } },
            secret: 'canary-token-crm-USER_FEDERATION',
          },
        ],
        refused: [{ service: 'crm', mode: 'user' }],
        consent: { service: 'crm', mode: 'user', identity: ann },
        stalled: { request: { service: 'stalled' }, started: () => server.reached(2) },
        close: () => server.close(),
      };
    },
  },
);

describe('agentCoreIdentity', () => {
  test('machine to machine: a workload token, then an M2M token', async () => {
    verifies('ID-3');
    const server = await agentCoreServer();
    const answer = await providerAt(server.url, {
      services: {
        crm: {
          provider: 'crm-provider',
          scopes: ['read'],
          audiences: ['a'],
          resources: ['https://r.example'],
        },
      },
    }).getCredential({ service: 'crm', mode: 'machine' });
    expect(headersOf(answer)).toEqual({ authorization: 'Bearer canary-token-crm-provider-M2M' });
    expect(server.asks()).toEqual([
      { operation: 'GetWorkloadAccessToken', body: { workloadName: 'agent' } },
      {
        operation: 'oauth2/token',
        body: {
          workloadIdentityToken: 'canary-workload-machine',
          resourceCredentialProviderName: 'crm-provider',
          scopes: ['read'],
          oauth2Flow: 'M2M',
          audiences: ['a'],
          resources: ['https://r.example'],
        },
      },
    ]);
    await server.close();
  });

  test('user federation by user id: consent is an answer with its URL, and forceReauth asks for it anew', async () => {
    verifies('ID-3', 'ID-1');
    const server = await agentCoreServer();
    const provider = providerAt(server.url, {
      services: { crm: { returnUrl: 'https://app.example/cb', parameters: { prompt: 'login' } } },
    });
    const request = {
      service: 'crm',
      mode: 'user',
      identity: { ...ann, tenant: 'acme' },
      scopes: ['read'],
    } as const;
    expect(await provider.getCredential({ ...request, forceReauth: true })).toEqual({
      status: 'authorization-required',
      authorizationUrl: 'https://idp.example/authorize?request_uri=canary-uri',
    });
    expect(server.asks()).toEqual([
      { operation: 'GetWorkloadAccessTokenForUserId', body: { workloadName: 'agent', userId: 'acme/ann' } },
      {
        operation: 'oauth2/token',
        body: {
          workloadIdentityToken: 'canary-workload-acme/ann',
          resourceCredentialProviderName: 'crm',
          scopes: ['read'],
          oauth2Flow: 'USER_FEDERATION',
          forceAuthentication: true,
          resourceOauth2ReturnUrl: 'https://app.example/cb',
          customParameters: { prompt: 'login' },
        },
      },
    ]);
    const consented = { ...request, identity: { principal: 'consented' } };
    expect(headersOf(await provider.getCredential(consented))).toEqual({
      authorization: 'Bearer canary-token-crm-USER_FEDERATION',
    });
    await server.close();
  });

  test('by JWT, and on behalf of the user', async () => {
    verifies('ID-3');
    const server = await agentCoreServer();
    const provider = providerAt(server.url, {
      userToken: () => 'user.jwt',
      services: { crm: { flow: 'on-behalf-of' } },
    });
    const answer = await provider.getCredential({ service: 'crm', identity: ann });
    expect(headersOf(answer)).toEqual({
      authorization: 'Bearer canary-token-crm-ON_BEHALF_OF_TOKEN_EXCHANGE',
    });
    expect(server.asks()[0]).toEqual({
      operation: 'GetWorkloadAccessTokenForJWT',
      body: { workloadName: 'agent', userToken: 'user.jwt' },
    });
    const without = providerAt(server.url, { services: { crm: { flow: 'on-behalf-of' } } });
    expect((await rejection(without.getCredential({ service: 'crm', identity: ann }))).message).toContain(
      '"userToken"',
    );
    const machine = provider.getCredential({ service: 'crm', mode: 'machine' });
    expect((await rejection(machine)).code).toBe('ERR_CREDENTIAL_UNAVAILABLE');
    await server.close();
  });

  test('an API key, in the header that its service wants', async () => {
    verifies('ID-3');
    const server = await agentCoreServer();
    const provider = providerAt(server.url, {
      services: { search: { kind: 'api-key', header: 'X-Search-Key' } },
    });
    const headers = headersOf(await provider.getCredential({ service: 'search' }));
    expect(Object.keys(headers ?? {})).toEqual(['X-Search-Key']);
    expect(headers?.['X-Search-Key']).toMatch(/^canary-key-/);
    expect(server.asks().map(({ operation }) => operation)).toEqual(['GetWorkloadAccessToken', 'api-key']);
    await server.close();
  });

  test('the workload token of the host is used as it is', async () => {
    verifies('ID-3');
    const server = await agentCoreServer();
    const provider = agentCoreIdentity({
      region: 'us-west-2',
      endpoint: server.url,
      credentials: AWS,
      workloadToken: () => 'host-token',
    });
    await provider.getCredential({ service: 'crm' });
    expect(server.asks()).toHaveLength(1);
    expect(server.asks()[0]?.body['workloadIdentityToken']).toBe('host-token');
    await server.close();
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'http://x/$(calc)',
    'https://good@evil.example',
    'no url',
  ])('a consent URL %s is refused and not shown', async (authorizationUrl) => {
    verifies('T17');
    const server = await agentCoreServer(({ operation }, response) => {
      if (operation !== 'oauth2/token') return false;
      json(response, 200, { authorizationUrl });
      return true;
    });
    const error = await rejection(
      providerAt(server.url).getCredential({ service: 'crm', mode: 'user', identity: ann }),
    );
    expect(error.code).toBe('ERR_URL_FORBIDDEN');
    expect(everyText(error)).not.toContain(authorizationUrl);
    await server.close();
  });

  test('a consent URL where none can be, and an answer without a token, are errors', async () => {
    verifies('ID-3');
    for (const body of [{ authorizationUrl: 'https://idp.example' }, {}]) {
      const server = await agentCoreServer(({ operation }, response) => {
        if (operation !== 'oauth2/token') return false;
        json(response, 200, body);
        return true;
      });
      const error = await rejection(
        providerAt(server.url).getCredential({ service: 'crm', mode: 'machine' }),
      );
      expect(error.code).toBe('ERR_CREDENTIAL_INVALID');
      await server.close();
    }
  });

  test.each([
    [403, 'AccessDeniedException', false],
    [400, 'ValidationException', false],
    [401, 'UnauthorizedException', false],
    [418, 'CanaryException', false],
    [429, 'ThrottlingException', true],
    [500, 'InternalServerException', true],
  ])('status %s %s becomes a clean error', async (status, type, transient) => {
    verifies('ID-3', 'T29');
    const server = await agentCoreServer((_ask, response) => {
      exception(response, status, type, 'canary-message');
      return true;
    });
    const error = await rejection(providerAt(server.url).getCredential({ service: 'crm' }));
    expect([error.code, error.transient]).toEqual(['ERR_CREDENTIAL_UNAVAILABLE', transient]);
    expect(error.message).toContain(`status ${status}`);
    expect(everyText(error)).not.toMatch(/canary/i);
    expect(error.cause).toBeUndefined();
    await server.close();
  });

  test('a workload that does not exist is no unknown service', async () => {
    verifies('ID-3');
    const server = await agentCoreServer((_ask, response) => {
      exception(response, 404, 'ResourceNotFoundException', 'canary');
      return true;
    });
    const error = await rejection(providerAt(server.url).getCredential({ service: 'crm' }));
    expect(error.code).toBe('ERR_CREDENTIAL_UNAVAILABLE');
    expect(error.message).toContain('"workloadName"');
    await server.close();
  });

  test('a service that does not answer ends at the time limit', async () => {
    verifies('ID-3');
    const server = await agentCoreServer(() => true);
    const error = await rejection(
      providerAt(server.url, { timeoutMs: 80 }).getCredential({ service: 'crm' }),
    );
    expect(error).toMatchObject({ code: 'ERR_CREDENTIAL_UNAVAILABLE', transient: true });
    expect(error.message).toContain('80 ms');
    await server.close();
  });

  test('a missing SDK names the install command; the next request tries again', async () => {
    verifies('ID-3');
    let loads = 0;
    const provider = providerAt('http://127.0.0.1:1', {
      async _sdk() {
        loads++;
        return createRequire(import.meta.url)('@aws-sdk/no-such-client') as never;
      },
    });
    const error = await rejection(provider.getCredential({ service: 'crm' }));
    expect(error.code).toBe('ERR_OPTIONAL_PEER_MISSING');
    expect(error.message).toContain('npm install @aws-sdk/client-bedrock-agentcore');
    await rejection(provider.getCredential({ service: 'crm' }));
    expect(loads).toBe(2);
  });

  test('a client may be given in place of the SDK; what it throws is made anew', async () => {
    verifies('ID-3', 'T29');
    const provider = agentCoreIdentity({
      region: 'us-west-2',
      workloadName: 'agent',
      _client: {
        workloadToken: async () => ({ workloadAccessToken: 'w' }),
        oauth2Token: async () => {
          throw Object.assign(new Error('canary'), { code: 'ECONNRESET', cause: 'canary' });
        },
        apiKey: async () => ({}),
      },
    });
    const error = await rejection(provider.getCredential({ service: 'crm' }));
    expect(error.message).toContain('ECONNRESET');
    expect(everyText(error)).not.toContain('canary');
  });

  test('no workload, and wrong options, are refused by name', async () => {
    verifies('ID-3', 'T15');
    const error = await rejection(
      agentCoreIdentity({ region: 'us-west-2' }).getCredential({ service: 'crm' }),
    );
    expect(error).toMatchObject({ code: 'ERR_CREDENTIAL_UNCONFIGURED' });
    expect(() => agentCoreIdentity({} as never)).toThrow('"region"');
    expect(() => agentCoreIdentity({ region: 'x.evil.example/#' })).toThrow('"region"');
    expect(() => providerAt('http://10.0.0.1')).toThrow('"endpoint"');
    expect(() => providerAt('https://e.example', { services: { a: { flw: 'm2m' } } } as never)).toThrow(
      '"flw"',
    );
    expect(() => providerAt('https://e.example', { services: { a: { header: 'x' } } })).toThrow('"header"');
  });
});

describe('agentCoreUserId', () => {
  test('no two identities share an id', () => {
    verifies('ID-3');
    const identities = [
      { principal: 'a' },
      { principal: 'a/b' },
      { tenant: 'a', principal: 'b' },
      { tenant: 'a/b', principal: 'c' },
      { tenant: 'a', principal: 'b/c' },
      { tenant: '', principal: 'a' },
      { principal: 'a%2Fb' },
      { principal: 'x'.repeat(200) },
      { tenant: 'x', principal: 'x'.repeat(200) },
    ];
    const ids = identities.map(agentCoreUserId);
    expect(new Set(ids).size).toBe(identities.length);
    expect(ids.every((id) => id !== undefined && id.length <= 128)).toBe(true);
    expect(agentCoreUserId({ tenant: 'a' })).toBeUndefined();
  });
});
