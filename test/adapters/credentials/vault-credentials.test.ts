import { describe, expect, test } from '@jest/globals';
import { basic } from '../../../src/adapters/credentials/basic.js';
import {
  vaultCredentials,
  type VaultCredentialsOptions,
} from '../../../src/adapters/credentials/vault-credentials.js';
import { withCredentialRetry } from '../../../src/adapters/credentials/with-credential-retry.js';
import { credentialProviderContract } from '../../../src/ports/contracts/credential-provider.js';
import { verifies } from '../../requirements.js';
import { json, localServer, type LocalServer } from './local-server.js';
import { everyText, rejection } from './sightings.js';

const TOKEN = 'hvs.canary-vault';

/** Speaks the part of Vault's KV v2 API that is used. */
const vault = (): Promise<LocalServer> =>
  localServer(({ path, headers }, response) => {
    const key = path.replace('/v1/secret/data/', '');
    if (key.endsWith('stalled')) return;
    if (headers['x-vault-token'] !== TOKEN) return json(response, 403, { errors: [`denied ${TOKEN}`] });
    if (!/(^|\/)(github|search|crm|a)$/.test(key)) return json(response, 404, { errors: [] });
    json(response, 200, {
      data: { data: { token: `canary-${key}`, user: 'u', password: 'canary-p' }, metadata: {} },
    });
  });

async function opened(options: Partial<VaultCredentialsOptions> = {}) {
  const server = await vault();
  return { server, provider: vaultCredentials({ address: server.url, token: TOKEN, ...options }) };
}

for (const decorated of [false, true]) {
  credentialProviderContract(
    { describe, test },
    {
      name: decorated ? 'withCredentialRetry(vaultCredentials)' : 'vaultCredentials',
      shows: ['others', 'refused', 'stalled'],
      async open() {
        const { server, provider } = await opened({ path: '{tenant}/{service}' });
        const known = { service: 'github', identity: { tenant: 'acme' } };
        return {
          provider: decorated ? withCredentialRetry(provider) : provider,
          known,
          secret: 'canary-acme/github',
          unknownService: 'unknown',
          others: [
            { request: { service: 'github', identity: { tenant: 'other' } }, secret: 'canary-other/github' },
            { request: { ...known, service: 'search' }, secret: 'canary-acme/search' },
          ],
          refused: [
            { ...known, mode: 'user' },
            { service: 'github' },
            { ...known, service: '../other/github' },
            { ...known, service: '..' },
            { service: 'github', identity: { tenant: 'other/github?x=' } },
            { service: 'github', identity: { tenant: '%2e%2e' } },
          ],
          stalled: { request: { ...known, service: 'stalled' }, started: () => server.reached(1) },
          close: () => server.close(),
        };
      },
    },
  );
}

describe('vaultCredentials', () => {
  test('reads the secret of KV version 2 with the token and the namespace', async () => {
    verifies('ID-3');
    const { server, provider } = await opened({ namespace: 'team-a', mode: 'machine' });
    const answer = await provider.getCredential({ service: 'github' });
    expect(answer.status === 'issued' && answer.credential.toHeaders()).toEqual({
      authorization: 'Bearer canary-github',
    });
    expect(server.seen[0]).toMatchObject({
      method: 'GET',
      path: '/v1/secret/data/github',
      headers: { 'x-vault-token': TOKEN, 'x-vault-namespace': 'team-a', 'x-vault-request': 'true' },
    });
    await server.close();
  });

  test('takes another field, or makes the credential from several', async () => {
    verifies('ID-3');
    const { server, provider } = await opened({ field: 'user' });
    const one = await provider.getCredential({ service: 'github' });
    const several = vaultCredentials({
      address: server.url,
      token: TOKEN,
      credential: ({ user = '', password = '' }) => basic(user, password),
    });
    const two = await several.getCredential({ service: 'github' });
    expect(one.status === 'issued' && one.credential.toHeaders()).toEqual({ authorization: 'Bearer u' });
    expect(two.status === 'issued' && two.credential.kind).toBe('basic');
    const missing = vaultCredentials({ address: server.url, token: TOKEN, field: 'nope' });
    expect(await rejection(missing.getCredential({ service: 'github' }))).toMatchObject({
      code: 'ERR_CREDENTIAL_INVALID',
    });
    await server.close();
  });

  test('asks a token function for each request and says when a new token is wanted', async () => {
    verifies('ID-3');
    const asked: boolean[] = [];
    const { server, provider } = await opened({
      token: ({ forceReauth }) => {
        asked.push(forceReauth);
        return TOKEN;
      },
    });
    await provider.getCredential({ service: 'a' });
    await provider.getCredential({ service: 'a', forceReauth: true });
    expect(asked).toEqual([false, true]);
    await server.close();
  });

  test('a path with {principal} serves the user and nobody else', async () => {
    verifies('ID-3');
    const { server, provider } = await opened({ path: 'users/{principal}/{service}' });
    const identity = { principal: 'ann@example.com' };
    const answer = await provider.getCredential({ service: 'crm', mode: 'user', identity });
    expect(answer.status).toBe('issued');
    expect(server.seen[0]?.path).toBe('/v1/secret/data/users/ann%40example.com/crm');
    for (const request of [
      { service: 'crm', mode: 'machine', identity } as const,
      { service: 'crm', mode: 'user' } as const,
      { service: 'crm', identity: { ...identity, tenant: 'acme' } },
    ]) {
      expect(await rejection(provider.getCredential(request))).toMatchObject({
        code: 'ERR_CREDENTIAL_UNAVAILABLE',
      });
    }
    expect(server.seen).toHaveLength(1);
    await server.close();
  });

  test('refuses a template that could mix secrets up, and an address that is not safe', () => {
    verifies('ID-3', 'T15');
    const make = (options: Partial<VaultCredentialsOptions>) => () =>
      vaultCredentials({ address: 'https://vault.example', token: 't', ...options });
    for (const path of [
      'fixed',
      '../{service}',
      '{service}/..',
      '/{service}',
      '{service}?v=1',
      '{user}/{service}',
    ]) {
      expect(make({ path })).toThrow('"path"');
    }
    expect(make({ mount: '../sys' })).toThrow('"mount"');
    expect(make({ token: 'canary\r\nx: y' })).toThrow('"token" contains a line break');
    expect(make({ tokn: 't' } as never)).toThrow('"tokn"');
    for (const address of [
      'http://vault.example',
      'https://u:p@vault.example',
      'https://10.0.0.1',
      'https://169.254.169.254',
    ]) {
      expect(make({ address })).toThrow(expect.objectContaining({ code: 'ERR_URL_FORBIDDEN' }));
    }
    expect(make({ address: 'https://10.0.0.1', privateNetwork: true })).not.toThrow();
    expect(make({ address: 'https://169.254.169.254', privateNetwork: true })).toThrow('forbidden');
  });

  test('does not follow a redirect: the other host hears nothing', async () => {
    verifies('T14');
    const other = await localServer((_request, response) => json(response, 200, {}));
    const server = await localServer((_request, response) => {
      response.writeHead(307, { location: `${other.url}/v1/secret/data/github` });
      response.end();
    });
    const error = await rejection(
      vaultCredentials({ address: server.url, token: TOKEN }).getCredential({ service: 'github' }),
    );
    expect(error).toMatchObject({ code: 'ERR_CREDENTIAL_UNAVAILABLE', transient: false });
    expect(error.message).toContain('redirect');
    expect(other.seen).toHaveLength(0);
    await Promise.all([server.close(), other.close()]);
  });

  test.each([
    [403, '{"errors":["canary"]}', 'ERR_CREDENTIAL_UNAVAILABLE', false],
    [429, 'canary', 'ERR_CREDENTIAL_UNAVAILABLE', true],
    [503, 'canary', 'ERR_CREDENTIAL_UNAVAILABLE', true],
    [400, 'canary', 'ERR_CREDENTIAL_UNAVAILABLE', false],
    [200, 'canary, no JSON', 'ERR_CREDENTIAL_INVALID', undefined],
    [200, '{"data":{"token":"canary"}}', 'ERR_CREDENTIAL_INVALID', undefined],
    [200, '{"data":{"data":{"token":7}}}', 'ERR_CREDENTIAL_INVALID', undefined],
    [200, '{"data":{"data":{"token":"canary\\r\\nX-Evil: 1"}}}', 'ERR_CREDENTIAL_INVALID', undefined],
    [200, `"${'canary '.repeat(50_000)}"`, 'ERR_CREDENTIAL_UNAVAILABLE', false],
  ])('a bad answer (status %s, %.20s) becomes a clean error', async (status, body, code, transient) => {
    verifies('ID-3', 'T29', 'T19');
    const server = await localServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body);
    });
    const error = await rejection(
      vaultCredentials({ address: server.url, token: TOKEN }).getCredential({ service: 'github' }),
    );
    expect([error.code, error.transient]).toEqual([code, transient]);
    expect(everyText(error)).not.toContain('canary');
    expect(error.cause).toBeUndefined();
    await server.close();
  });

  test('a server that does not answer, or drips for ever, ends at the time limit', async () => {
    verifies('ID-3');
    for (const drips of [false, true]) {
      const server = await localServer((_request, response) => {
        if (!drips) return;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write(' '.repeat(10));
      });
      const provider = vaultCredentials({ address: server.url, token: TOKEN, timeoutMs: 60 });
      const error = await rejection(provider.getCredential({ service: 'github' }));
      expect(error).toMatchObject({ code: 'ERR_CREDENTIAL_UNAVAILABLE', transient: true });
      expect(error.message).toContain('60 ms');
      await server.close();
    }
  });

  test('a server that is not there is a transient failure', async () => {
    verifies('ID-3');
    const { server, provider } = await opened();
    await server.close();
    const error = await rejection(provider.getCredential({ service: 'github' }));
    expect(error).toMatchObject({ code: 'ERR_CREDENTIAL_UNAVAILABLE', transient: true });
    expect(error.message).toContain('ECONNREFUSED');
  });
});
