import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { agentCoreIdentity } from '../../../src/adapters/credentials/agentcore-identity.js';
import { environmentTokens } from '../../../src/adapters/credentials/environment-tokens.js';
import { oauthClientCredentials } from '../../../src/adapters/credentials/oauth-client-credentials.js';
import { staticTokens } from '../../../src/adapters/credentials/static-tokens.js';
import { tokenExchange } from '../../../src/adapters/credentials/token-exchange.js';
import { vaultCredentials } from '../../../src/adapters/credentials/vault-credentials.js';
import { withCredentialRetry } from '../../../src/adapters/credentials/with-credential-retry.js';
import type { CredentialProvider, CredentialRequest } from '../../../src/ports/credential-provider.js';
import { verifies } from '../../requirements.js';
import { localServer, type LocalServer } from './local-server.js';
import { everyText } from './sightings.js';

/** Every secret that goes in holds this word, and so does everything that the hostile far side says. */
const CANARY = /canary|Y2FuYXJ5|Nhbmfye|jYW5hcn/i;
const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const;

/** Providers whose far side is at `url`, loaded with canaries. */
function providersAt(url: string): Record<string, CredentialProvider> {
  const client = {
    issuer: url,
    clientId: 'agent',
    clientSecret: 'canary-client',
    services: { crm: {} },
    timeoutMs: 100,
  };
  const noMetadata = { ...client, tokenEndpoint: `${url}/token` };
  const jwt = (): string => 'canary-subject';
  return {
    static: staticTokens({ crm: 'canary-static' }),
    environment: environmentTokens({ crm: 'CRM' }, { CRM: 'canary-environment' }),
    brokenEnvironment: environmentTokens({ crm: 'CRM' }, { CRM: 'canary\r\nX-Evil: canary' }),
    vault: vaultCredentials({ address: url, token: 'canary-vault', timeoutMs: 100 }),
    vaultFunction: vaultCredentials({
      address: url,
      token: () => Promise.reject(new Error('canary')),
      timeoutMs: 100,
    }),
    discovered: oauthClientCredentials(client),
    clientCredentials: oauthClientCredentials(noMetadata),
    posted: oauthClientCredentials({ ...noMetadata, clientAuthentication: 'post' }),
    exchange: tokenExchange({ ...noMetadata, subjectToken: jwt, actorToken: jwt }),
    agentCore: agentCoreIdentity({
      region: 'us-west-2',
      workloadName: 'agent',
      endpoint: url,
      userToken: jwt,
      credentials: {
        accessKeyId: 'canary-id',
        secretAccessKey: 'canary-key',
        sessionToken: 'canary-session',
      },
      timeoutMs: 1_000,
    }),
  };
}

const REQUESTS: readonly CredentialRequest[] = [
  { service: 'crm' },
  { service: 'crm', forceReauth: true, scopes: ['a'] },
  { service: 'crm', mode: 'machine' },
  { service: 'crm', mode: 'user', identity: { tenant: 't', principal: 'p' } },
  { service: 'unknown' },
  { service: '../crm' },
];

/** What the far side does. */
const FARSIDES: Record<
  string,
  (url: string) => { status: number; headers?: Record<string, string>; body: string } | 'cut' | 'silent'
> = {
  'gives secrets': () => ({
    status: 200,
    body: JSON.stringify({
      data: { data: { token: 'canary-secret' } },
      access_token: 'canary-secret',
      token_type: 'bearer',
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      expires_in: 60,
      workloadAccessToken: 'canary-workload',
      accessToken: 'canary-secret',
    }),
  }),
  'asks for consent': () => ({
    status: 200,
    body: JSON.stringify({ workloadAccessToken: 'canary-workload', authorizationUrl: 'javascript:canary' }),
  }),
  'gives broken secrets': () => ({
    status: 200,
    body: JSON.stringify({
      data: { data: { token: 'canary\r\nX-Evil: canary' } },
      access_token: 'canary\r\nX-Evil: canary',
      token_type: 'bearer',
      workloadAccessToken: 'canary-workload',
      accessToken: 'canary\r\nX-Evil: canary',
    }),
  }),
  'echoes in an error': () => ({
    status: 400,
    headers: {
      'x-amzn-errortype': 'CanaryException',
      'x-amzn-requestid': 'canary',
      'www-authenticate': 'canary realm="canary"',
    },
    body: JSON.stringify({
      error: 'canary',
      error_description: 'canary',
      message: 'canary',
      errors: ['canary'],
    }),
  }),
  'fails with a page': () => ({ status: 500, body: '<html>canary</html>' }),
  redirects: (url) => ({ status: 307, headers: { location: `${url}/canary?canary` }, body: 'canary' }),
  'sends no JSON': () => ({ status: 200, body: '{"canary' }),
  'cuts the line': () => 'cut',
  'is silent': () => 'silent',
};

describe('a hostile observer', () => {
  const heard: unknown[] = [];
  const originals = new Map<string, unknown>();
  const onWarning = (warning: Error): void => void heard.push(warning);

  beforeEach(() => {
    heard.length = 0;
    for (const method of METHODS) {
      originals.set(method, console[method]);
      console[method] = (...said: unknown[]): void => void heard.push(said);
    }
    process.on('warning', onWarning);
  });

  afterEach(() => {
    for (const method of METHODS) console[method] = originals.get(method) as (typeof console)[typeof method];
    process.off('warning', onWarning);
  });

  test.each(Object.keys(FARSIDES))(
    'sees no secret when the far side %s',
    async (name) => {
      verifies('ID-3', 'T29');
      const server: LocalServer = await localServer((_request, response) => {
        const answer = FARSIDES[name]?.(server.url);
        if (answer === 'silent') return;
        if (answer === 'cut' || answer === undefined) return void response.socket?.destroy();
        response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
        response.end(answer.body);
      });
      const outcomes = { issued: 0, failed: 0 };
      for (const provider of Object.values(providersAt(server.url))) {
        const retried = withCredentialRetry(provider, { retries: 1, baseDelayMs: 0 });
        const settled = await Promise.allSettled(REQUESTS.map((request) => retried.getCredential(request)));
        for (const one of settled) {
          outcomes[one.status === 'fulfilled' ? 'issued' : 'failed']++;
          heard.push(one.status === 'fulfilled' ? one.value : one.reason);
        }
        heard.push(provider, retried);
      }
      await server.close();
      const shown = heard.map(everyText).join('\n');
      expect(CANARY.exec(shown)).toBeNull();
      expect(outcomes.failed).toBeGreaterThan(10);
      expect(outcomes.issued).toBeGreaterThan(name === 'gives secrets' ? 20 : 2);
    },
    60_000,
  );

  test('would see one that is not hidden', () => {
    verifies('T29');
    console.log({ nested: { token: 'canary' } });
    expect(CANARY.test(heard.map(everyText).join('\n'))).toBe(true);
    expect(CANARY.test(everyText(new Error('x', { cause: { deep: ['canary'] } })))).toBe(true);
  });
});
