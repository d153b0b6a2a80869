import { describe, expect, test } from '@jest/globals';
import {
  oauthClientCredentials,
  type OAuthClientCredentialsOptions,
} from '../../../src/adapters/credentials/oauth-client-credentials.js';
import { withCredentialRetry } from '../../../src/adapters/credentials/with-credential-retry.js';
import { credentialProviderContract } from '../../../src/ports/contracts/credential-provider.js';
import type { CredentialAnswer, CredentialRequest } from '../../../src/ports/credential-provider.js';
import { verifies } from '../../requirements.js';
import { json, localServer } from './local-server.js';
import { formOf, oauthServer } from './oauth-server.js';
import { everyText, rejection } from './sightings.js';

const SECRET = 'canary-client-secret';

function providerAt(url: string, options: Partial<OAuthClientCredentialsOptions> = {}) {
  return oauthClientCredentials({
    issuer: url,
    clientId: 'agent',
    clientSecret: SECRET,
    services: {
      crm: { scopes: ['read'], audience: 'crm' },
      mail: { resource: 'https://mail.example/' },
      stalled: {},
    },
    ...options,
  });
}

function tokenOf(answer: CredentialAnswer): string | undefined {
  return answer.status === 'issued' ? answer.credential.toHeaders()['authorization'] : undefined;
}

/** The same token for the same audience and scope, so that a suite can name it. */
const steady = () =>
  oauthServer({
    token(request, response) {
      const { audience = '', scope = '', resource = '' } = formOf(request);
      if (scope === 'stall') return;
      json(response, 200, {
        access_token: `canary-${audience}-${scope}-${resource.length}!`,
        token_type: 'bearer',
        expires_in: 600,
      });
    },
  });

for (const decorated of [false, true]) {
  credentialProviderContract(
    { describe, test },
    {
      name: decorated ? 'withCredentialRetry(oauthClientCredentials)' : 'oauthClientCredentials',
      shows: ['others', 'refused', 'stalled'],
      async open() {
        const server = await steady();
        const provider = providerAt(server.url);
        return {
          provider: decorated ? withCredentialRetry(provider) : provider,
          known: { service: 'crm' },
          secret: 'canary-crm-read-0!',
          unknownService: 'payroll',
          others: [
            { request: { service: 'crm', scopes: ['write'] }, secret: 'canary-crm-write-0!' },
            { request: { service: 'mail' }, secret: 'canary---21!' },
          ],
          refused: [{ service: 'crm', mode: 'user', identity: { principal: 'ann' } }],
          stalled: { request: { service: 'stalled', scopes: ['stall'] }, started: () => server.reached(2) },
          close: () => server.close(),
        };
      },
    },
  );
}

describe('oauthClientCredentials', () => {
  test('asks the token endpoint that the issuer names, as the client that it is', async () => {
    verifies('ID-3');
    const server = await oauthServer();
    const answer = await providerAt(server.url).getCredential({ service: 'crm', scopes: ['b', 'a', 'b'] });
    expect(tokenOf(answer)).toBe('Bearer canary-1-crm-a.b-');
    expect(formOf(server.tokens()[0])).toEqual({
      grant_type: 'client_credentials',
      audience: 'crm',
      scope: 'a b',
    });
    const basic = Buffer.from(`agent:${SECRET}`).toString('base64');
    const sent = server.tokens()[0]?.headers['authorization'] ?? '';
    expect(decodeURIComponent(Buffer.from(sent.slice(6), 'base64').toString())).toBe(
      Buffer.from(basic, 'base64').toString(),
    );
    await server.close();
  });

  test('sends the secret in the form where asked, reads RFC 8414 metadata, or none with a token endpoint', async () => {
    verifies('ID-3');
    const server = await oauthServer();
    await providerAt(server.url, { clientAuthentication: 'post', discovery: 'oauth2' }).getCredential({
      service: 'mail',
    });
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/.well-known/oauth-authorization-server',
      '/token',
    ]);
    expect(formOf(server.tokens()[0])).toMatchObject({
      client_secret: SECRET,
      resource: 'https://mail.example/',
    });
    await providerAt(server.url, { tokenEndpoint: `${server.url}/token` }).getCredential({ service: 'mail' });
    expect(server.seen.map(({ path }) => path).slice(2)).toEqual(['/token']);
    await server.close();
  });

  test('keeps a token until the skew before its end, and states the end', async () => {
    verifies('ID-3');
    const server = await oauthServer();
    let now = 1_000_000;
    const clock = { now: () => now, sleep: async () => undefined };
    const provider = providerAt(server.url, { clock, refreshSkewMs: 60_000 });
    const first = await provider.getCredential({ service: 'crm' });
    expect(first).toMatchObject({ status: 'issued', expiresAt: 1_600_000 });
    now = 1_539_999;
    expect(tokenOf(await provider.getCredential({ service: 'crm' }))).toBe(tokenOf(first));
    now = 1_540_000;
    expect(tokenOf(await provider.getCredential({ service: 'crm' }))).not.toBe(tokenOf(first));
    expect(server.tokens()).toHaveLength(2);
    await server.close();
  });

  test('concurrent requests share one token request and one reading of the metadata', async () => {
    verifies('ID-3');
    const server = await oauthServer();
    const provider = providerAt(server.url);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => provider.getCredential({ service: 'crm' })),
    );
    expect(new Set(answers.map(tokenOf)).size).toBe(1);
    expect(server.seen).toHaveLength(2);
    await server.close();
  });

  test('forceReauth fetches anew, for concurrent requests once, and the fresh token takes the place of the old', async () => {
    verifies('ID-3');
    const server = await oauthServer();
    const provider = providerAt(server.url);
    const old = await provider.getCredential({ service: 'crm' });
    const forced = { service: 'crm', forceReauth: true };
    const fresh = await Promise.all([provider.getCredential(forced), provider.getCredential(forced)]);
    expect(tokenOf(fresh[0])).not.toBe(tokenOf(old));
    expect(tokenOf(fresh[1])).toBe(tokenOf(fresh[0]));
    expect(tokenOf(await provider.getCredential({ service: 'crm' }))).toBe(tokenOf(fresh[0]));
    expect(server.tokens()).toHaveLength(2);
    await server.close();
  });

  test('the cache keeps services, scopes, modes and identities apart, also against forged names', async () => {
    verifies('ID-3');
    const server = await oauthServer();
    const provider = providerAt(server.url);
    const requests: CredentialRequest[] = [
      { service: 'crm' },
      { service: 'mail' },
      { service: 'crm', scopes: [] },
      { service: 'crm', scopes: ['a', 'b'] },
      { service: 'crm', scopes: ['a b'] },
      { service: 'crm', mode: 'machine' },
      { service: 'crm', identity: { tenant: 'a' } },
      { service: 'crm', identity: { principal: 'a' } },
      { service: 'crm', identity: { tenant: 'a","principal":"b' } },
      { service: 'crm', identity: { tenant: 'a', principal: 'b' } },
    ];
    for (const request of requests) await provider.getCredential(request);
    expect(server.tokens()).toHaveLength(requests.length);
    await provider.getCredential({ service: 'crm', scopes: ['b', 'a'] });
    expect(server.tokens()).toHaveLength(requests.length);
    await server.close();
  });

  test('one caller leaving does not end the request of the others; a failure is not kept', async () => {
    verifies('ID-3');
    const held: (() => void)[] = [];
    const server = await oauthServer({
      token(_request, response) {
        held.push(() =>
          json(response, held.length === 1 ? 503 : 200, { access_token: 'tok', token_type: 'bearer' }),
        );
      },
    });
    const provider = providerAt(server.url);
    const stop = new AbortController();
    const leaving = rejection(provider.getCredential({ service: 'crm', signal: stop.signal }));
    const staying = rejection(provider.getCredential({ service: 'crm' }));
    await server.reached(2);
    stop.abort(new Error('left'));
    expect((await leaving).message).toBe('left');
    held[0]?.();
    expect(await staying).toMatchObject({ code: 'ERR_CREDENTIAL_UNAVAILABLE', transient: true });
    const again = provider.getCredential({ service: 'crm' });
    await server.reached(3);
    held[1]?.();
    expect(tokenOf(await again)).toBe('Bearer tok');
    await server.close();
  });

  test('metadata of another issuer is refused before the secret is sent', async () => {
    verifies('T18');
    const server = await oauthServer({ metadata: { issuer: 'https://evil.example/' } });
    const error = await rejection(providerAt(server.url).getCredential({ service: 'crm' }));
    expect(error).toMatchObject({ code: 'ERR_CREDENTIAL_UNAVAILABLE', transient: false });
    expect(error.message).toContain('another issuer');
    expect(server.tokens()).toHaveLength(0);
    await server.close();
  });

  test.each([
    'http://169.254.169.254/token',
    'http://10.0.0.1/token',
    'https://10.0.0.1/token',
    'file:///etc/passwd',
    'https://user:pw@issuer.example/token',
    'http://evil.example/token',
  ])('a token endpoint at %s is refused before the secret is sent', async (endpoint) => {
    verifies('T15');
    const server = await oauthServer({ metadata: { token_endpoint: endpoint } });
    const error = await rejection(providerAt(server.url).getCredential({ service: 'crm' }));
    expect(error.code).toBe('ERR_URL_FORBIDDEN');
    expect(everyText(error)).not.toContain(SECRET);
    expect(() => providerAt('https://issuer.example', { tokenEndpoint: endpoint })).toThrow(
      '"tokenEndpoint"',
    );
    await server.close();
  });

  test('a public issuer may not lead the secret back to this machine', () => {
    verifies('T15');
    expect(() => providerAt('https://issuer.example', { tokenEndpoint: 'http://127.0.0.1:1/token' })).toThrow(
      'leads back to this machine',
    );
  });

  test('a redirect of the token endpoint is not followed', async () => {
    verifies('T14');
    const other = await localServer((_request, response) => json(response, 200, {}));
    const server = await oauthServer({
      token(_request, response) {
        response.writeHead(307, { location: `${other.url}/token` });
        response.end();
      },
    });
    const error = await rejection(providerAt(server.url).getCredential({ service: 'crm' }));
    expect(error).toMatchObject({ code: 'ERR_CREDENTIAL_UNAVAILABLE', transient: false });
    expect(other.seen).toHaveLength(0);
    await Promise.all([server.close(), other.close()]);
  });

  test.each([
    [401, { error: 'invalid_client', error_description: 'canary' }, 'invalid_client (status 401)', false],
    [400, { error: 'canary' }, 'not registered (status 400)', false],
    [400, { error: 'temporarily_unavailable' }, 'temporarily_unavailable (status 400)', true],
    [503, { error: 'canary' }, 'status 503', true],
    [500, 'canary', 'status 500', true],
    [200, { access_token: 'canary', token_type: 'mac' }, 'no answer of OAuth 2', false],
    [200, { access_token: 'canary', token_type: 'dpop' }, 'no bearer token', false],
    [200, { access_token: ['canary'], token_type: 'bearer' }, 'no answer of OAuth 2', false],
    [
      200,
      { access_token: 'canary', token_type: 'bearer', expires_in: 'canary' },
      'no answer of OAuth 2',
      false,
    ],
    [
      200,
      { access_token: 'canary', token_type: 'bearer', scope: 'canary other' },
      'did not grant 1 of the 1',
      false,
    ],
    [
      200,
      { access_token: 'canary\r\nX-Evil: 1', token_type: 'bearer' },
      'No credential could be made',
      undefined,
    ],
    [204, undefined, 'status 204', false],
  ])('a bad answer (status %s, %j) becomes a clean error', async (status, body, words, transient) => {
    verifies('ID-3', 'T29', 'T19');
    const server = await oauthServer({
      token(_request, response) {
        response.writeHead(status, {
          'content-type': 'application/json',
          'www-authenticate': 'Bearer realm="canary"',
        });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      },
    });
    const error = await rejection(providerAt(server.url).getCredential({ service: 'crm' }));
    expect(error.message).toContain(words);
    expect(error.transient).toBe(transient);
    expect(error.cause).toBeUndefined();
    expect(everyText(error)).not.toContain('canary');
    await server.close();
  });

  test('an answer that is no JSON, a broken metadata document and a missing endpoint are clean errors', async () => {
    verifies('T29');
    const noJson = await oauthServer({
      token(_request, response) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{canary');
      },
    });
    const broken = await oauthServer({ metadata: { issuer: 'canary no url' } });
    const missing = await oauthServer({ metadata: { token_endpoint: null } });
    for (const server of [noJson, broken, missing]) {
      const error = await rejection(providerAt(server.url).getCredential({ service: 'crm' }));
      expect(error.code).toBe('ERR_CREDENTIAL_UNAVAILABLE');
      expect(everyText(error)).not.toContain('canary');
      await server.close();
    }
  });

  test('a token without an end is not kept', async () => {
    verifies('ID-3');
    const server = await oauthServer({ answer: { expires_in: undefined } });
    const provider = providerAt(server.url);
    expect(await provider.getCredential({ service: 'crm' })).not.toHaveProperty('expiresAt');
    await provider.getCredential({ service: 'crm' });
    expect(server.tokens()).toHaveLength(2);
    await server.close();
  });

  test('wrong options are refused by name', () => {
    verifies('ID-3');
    expect(() => providerAt('https://i.example', { clientSecrt: 'x' } as never)).toThrow('"clientSecrt"');
    expect(() => providerAt('https://i.example', { services: { crm: { scope: 'x' } } } as never)).toThrow(
      '"scope"',
    );
    expect(() => providerAt('https://i.example/?a=b')).toThrow('"issuer"');
    expect(() => providerAt('http://i.example')).toThrow('"issuer"');
  });
});
