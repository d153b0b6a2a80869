import { describe, expect, test } from '@jest/globals';
import {
  tokenExchange,
  type TokenExchangeOptions,
} from '../../../src/adapters/credentials/token-exchange.js';
import { credentialProviderContract } from '../../../src/ports/contracts/credential-provider.js';
import type { CredentialRequest } from '../../../src/ports/credential-provider.js';
import { verifies } from '../../requirements.js';
import { json } from './local-server.js';
import { formOf, oauthServer } from './oauth-server.js';
import { everyText, rejection } from './sightings.js';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

function providerAt(url: string, options: Partial<TokenExchangeOptions> = {}) {
  return tokenExchange({
    issuer: url,
    clientId: 'agent',
    clientSecret: 'canary-client-secret',
    services: { crm: { audience: 'crm' }, mail: { audience: 'mail' } },
    subjectToken: ({ identity }: CredentialRequest) =>
      `subject-${identity?.tenant ?? ''}-${identity?.principal ?? ''}`,
    ...options,
  });
}

const ann = { tenant: 't1', principal: 'ann' };

credentialProviderContract(
  { describe, test },
  {
    name: 'tokenExchange',
    shows: ['others', 'refused', 'stalled'],
    async open() {
      const server = await oauthServer({
        token(request, response) {
          const { audience, subject_token: subject = '' } = formOf(request);
          if (subject.endsWith('slow')) return;
          json(response, 200, {
            access_token: `canary-${audience}-${subject}!`,
            issued_token_type: ACCESS_TOKEN,
            token_type: 'Bearer',
            expires_in: 60,
          });
        },
      });
      const of = (service: string, tenant: string, principal: string) => ({
        request: { service, mode: 'user', identity: { tenant, principal } } as const,
        secret: `canary-${service}-subject-${tenant}-${principal}!`,
      });
      return {
        provider: providerAt(server.url),
        known: of('crm', 't1', 'ann').request,
        secret: of('crm', 't1', 'ann').secret,
        unknownService: 'payroll',
        others: [of('mail', 't1', 'ann'), of('crm', 't2', 'ann'), of('crm', 't1', 'bob')],
        refused: [{ service: 'crm', mode: 'machine', identity: ann }],
        stalled: { request: of('crm', 't1', 'slow').request, started: () => server.reached(2) },
        close: () => server.close(),
      };
    },
  },
);

describe('tokenExchange', () => {
  test('speaks RFC 8693', async () => {
    verifies('ID-3');
    const server = await oauthServer({ answer: { issued_token_type: ACCESS_TOKEN } });
    const provider = providerAt(server.url, {
      actorToken: () => 'actor-jwt',
      actorTokenType: 'urn:ietf:params:oauth:token-type:jwt',
    });
    const answer = await provider.getCredential({
      service: 'crm',
      scopes: ['read'],
      mode: 'user',
      identity: ann,
    });
    expect(answer.status).toBe('issued');
    expect(formOf(server.tokens()[0])).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      scope: 'read',
      audience: 'crm',
      subject_token: 'subject-t1-ann',
      subject_token_type: ACCESS_TOKEN,
      actor_token: 'actor-jwt',
      actor_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    });
    await server.close();
  });

  test('a token does not outlive the subject token that it was made from', async () => {
    verifies('ID-3');
    const server = await oauthServer({ answer: { issued_token_type: ACCESS_TOKEN } });
    let subject = 'one';
    const provider = providerAt(server.url, { subjectToken: () => subject });
    const request = { service: 'crm', mode: 'user', identity: ann } as const;
    await provider.getCredential(request);
    await provider.getCredential(request);
    expect(server.tokens()).toHaveLength(1);
    subject = 'two';
    await provider.getCredential(request);
    expect(server.tokens().map((seen) => formOf(seen)['subject_token'])).toEqual(['one', 'two']);
    await server.close();
  });

  test('an issued token that is no access token is refused', async () => {
    verifies('ID-3');
    for (const type of ['urn:ietf:params:oauth:token-type:refresh_token', undefined, 'canary']) {
      const server = await oauthServer({ answer: { issued_token_type: type } });
      const error = await rejection(providerAt(server.url).getCredential({ service: 'crm', identity: ann }));
      expect(error.message).toContain('no access token');
      expect(everyText(error)).not.toContain('canary');
      await server.close();
    }
  });

  test('what the subject token function throws is not shown, and an empty token is refused', async () => {
    verifies('T29');
    const server = await oauthServer();
    const thrown = providerAt(server.url, {
      subjectToken() {
        throw new Error('canary');
      },
    });
    const empty = providerAt(server.url, { subjectToken: () => '' });
    const first = await rejection(thrown.getCredential({ service: 'crm', identity: ann }));
    expect(first.code).toBe('ERR_CREDENTIAL_UNAVAILABLE');
    expect(everyText(first)).not.toContain('canary');
    expect((await rejection(empty.getCredential({ service: 'crm' }))).code).toBe('ERR_CREDENTIAL_INVALID');
    expect(server.seen).toHaveLength(0);
    await server.close();
  });

  test('an abort ends the wait for the subject token', async () => {
    verifies('ID-3');
    const server = await oauthServer();
    const stop = new AbortController();
    const provider = providerAt(server.url, {
      subjectToken() {
        queueMicrotask(() => stop.abort(new Error('left')));
        return new Promise(() => undefined);
      },
    });
    const error = await rejection(provider.getCredential({ service: 'crm', signal: stop.signal }));
    expect(error.message).toBe('left');
    await server.close();
  });
});
