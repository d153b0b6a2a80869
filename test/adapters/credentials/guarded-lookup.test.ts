import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { guardedLookup, type ResolveName } from '../../../src/adapters/credentials/guarded-lookup.js';
import { httpExchange } from '../../../src/adapters/credentials/http-exchange.js';
import type { UrlPolicy } from '../../../src/domain/url-guard.js';
import { verifies } from '../../requirements.js';
import { json, localServer } from './local-server.js';
import { rejection } from './sightings.js';

const resolvesTo =
  (...addresses: readonly string[]): ResolveName =>
  (_hostname, _options, callback) => {
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

function looked(hostname: string, resolve: ResolveName, policy: UrlPolicy = {}): Promise<unknown> {
  return new Promise((resolved, rejected) => {
    guardedLookup(policy, resolve)(hostname, { all: true }, (error, addresses) =>
      error === null ? resolved(addresses) : rejected(error),
    );
  });
}

describe('guardedLookup', () => {
  test.each([
    ['169.254.169.254'],
    ['10.0.0.1'],
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['fe80::1%eth0'],
    ['8.8.8.8', '10.0.0.1'],
  ])('a public name that resolves to %s is refused', async (...addresses) => {
    verifies('T15');
    const error = await rejection(looked('issuer.example', resolvesTo(...addresses)));
    expect(error.code).toBe('ERR_URL_FORBIDDEN');
  });

  test('a public address passes, and the address judged is the address handed on', async () => {
    verifies('T15');
    expect(await looked('issuer.example', resolvesTo('8.8.8.8'))).toEqual([
      { address: '8.8.8.8', family: 4 },
    ]);
  });

  test('a loopback name that leads to another machine is refused', async () => {
    verifies('T15');
    expect((await rejection(looked('localhost', resolvesTo('8.8.8.8')))).code).toBe('ERR_URL_FORBIDDEN');
  });

  test('a private address passes where private networks are allowed; a link-local one never does', async () => {
    verifies('T15');
    const policy = { privateNetwork: true };
    await expect(looked('vault.corp', resolvesTo('10.0.0.1'), policy)).resolves.toHaveLength(1);
    const error = await rejection(looked('vault.corp', resolvesTo('169.254.169.254'), policy));
    expect(error.code).toBe('ERR_URL_FORBIDDEN');
  });

  test('a socket dials the address that was judged', async () => {
    verifies('T15');
    const server = await localServer((_request, response) => json(response, 200, {}));
    const lookup = guardedLookup({}, resolvesTo('127.0.0.1'));
    const socket = connect({ host: 'localhost', port: Number(new URL(server.url).port), lookup });
    await once(socket, 'connect');
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
    await server.close();
  });

  test('an exchange with a name that resolves to a private address sends nothing', async () => {
    verifies('T15');
    const send = httpExchange({ timeoutMs: 2_000, policy: {}, resolve: resolvesTo('127.0.0.1') });
    const request = {
      what: 'The issuer',
      method: 'GET',
      url: 'https://issuer.example/x',
      headers: {},
    } as const;
    expect((await rejection(send(request))).code).toBe('ERR_URL_FORBIDDEN');
  });
});
