import { describe, expect, test } from '@jest/globals';
import { apiKey } from '../../../src/adapters/credentials/api-key.js';
import { basic } from '../../../src/adapters/credentials/basic.js';
import { bearer } from '../../../src/adapters/credentials/bearer.js';
import { headers } from '../../../src/adapters/credentials/headers.js';
import type { Credential } from '../../../src/domain/credential.js';
import { verifies } from '../../requirements.js';
import { everyText } from './sightings.js';

const SECRET = 'canary-4f1d';
const ENCODED = Buffer.from(`user:${SECRET}`).toString('base64');
const values: readonly (readonly [Credential['kind'], Credential, Record<string, string>])[] = [
  ['bearer', bearer(SECRET), { authorization: `Bearer ${SECRET}` }],
  ['api-key', apiKey(SECRET), { 'x-api-key': SECRET }],
  ['basic', basic('user', SECRET), { authorization: `Basic ${ENCODED}` }],
  ['headers', headers({ 'X-One': SECRET, 'X-Two': 'b' }), { 'X-One': SECRET, 'X-Two': 'b' }],
];

function refusalOf(make: () => unknown): Error & { code?: string } {
  try {
    make();
  } catch (thrown) {
    return thrown as Error;
  }
  throw new Error('it was to be refused');
}

describe('credential values', () => {
  test.each(values)('a %s credential gives its headers', (kind, credential, expected) => {
    verifies('ID-1');
    expect(credential.kind).toBe(kind);
    expect(credential.toHeaders()).toEqual(expected);
  });

  test.each(values)('a %s credential shows its secret to no printer', (kind, credential) => {
    verifies('ID-1', 'T29');
    const shown =
      everyText(credential) +
      everyText({ nested: [credential] }) +
      everyText({ ...credential }) +
      `${credential}`;
    expect(shown).not.toContain(SECRET);
    expect(shown).not.toContain(ENCODED);
    expect(shown).toContain(kind);
    expect(Object.keys(credential)).toEqual(['kind']);
    expect(Reflect.ownKeys(credential)).toEqual(['kind']);
  });

  test('headers handed out belong to the caller', () => {
    verifies('ID-1');
    const credential = bearer(SECRET);
    credential.toHeaders()['authorization'] = 'changed';
    expect(credential.toHeaders()).toEqual({ authorization: `Bearer ${SECRET}` });
  });

  test('an API key goes into the header that is named', () => {
    verifies('ID-1');
    expect(apiKey(SECRET, { header: 'X-Token' }).toHeaders()).toEqual({ 'X-Token': SECRET });
    expect(refusalOf(() => apiKey(SECRET, { heder: 'X' } as never)).message).toContain('"heder"');
  });

  const bad = ['\r\nX-Evil: 1', '\n', '\r', '\0', '\u007f', '\u001b', '\u0101', '\ud83d\ude00', ' '];
  test.each(bad)('a value with %j is refused by name and without the value', (tail) => {
    verifies('T19');
    const makes: readonly (readonly [string, () => unknown])[] = [
      ['bearer(): the token', () => bearer(SECRET + tail)],
      ['apiKey(): the key', () => apiKey(SECRET + tail)],
      ['headers(): the value of "x-a"', () => headers({ 'x-a': SECRET + tail })],
    ];
    for (const [name, make] of makes) {
      const refusal = refusalOf(make);
      expect(refusal.code).toBe('ERR_CREDENTIAL_INVALID');
      expect(refusal.message).toContain(name);
      expect(everyText(refusal)).not.toContain('canary');
      expect(everyText(refusal)).not.toContain('X-Evil');
    }
  });

  test('a user or password with a control character is refused by name and without the value', () => {
    verifies('T19');
    for (const [part, make] of [
      ['the user', () => basic(`${SECRET}\r\nX-Evil: 1`, 'p')],
      ['the user', () => basic(`${SECRET}:x`, 'p')],
      ['the password', () => basic('u', `${SECRET}\0`)],
    ] as const) {
      const refusal = refusalOf(make);
      expect(refusal.code).toBe('ERR_CREDENTIAL_INVALID');
      expect(refusal.message).toContain(part);
      expect(everyText(refusal)).not.toContain('canary');
    }
  });

  test.each(['a b', 'a\r\nb', '', 'a:b', 'é', 'Host', 'content-length', 'Transfer-Encoding', 'connection'])(
    'the header name %j is refused',
    (name) => {
      verifies('T19');
      expect(refusalOf(() => headers({ [name]: SECRET })).code).toBe('ERR_CREDENTIAL_INVALID');
      if (name !== '')
        expect(refusalOf(() => apiKey(SECRET, { header: name })).code).toBe('ERR_CREDENTIAL_INVALID');
    },
  );

  test('a value in the place of a header name is not shown', () => {
    verifies('T19', 'T29');
    expect(everyText(refusalOf(() => headers({ [`${SECRET} x`]: 'v' })))).not.toContain('canary');
  });

  test('a header given twice in different case is refused', () => {
    verifies('T19');
    expect(refusalOf(() => headers({ 'X-A': '1', 'x-a': '2' })).message).toContain('twice');
  });

  test.each([undefined, null, 7, {}, [SECRET], ''])('%j is no value', (value) => {
    verifies('T19');
    for (const make of [bearer, apiKey, (v: never) => headers({ 'x-a': v }), (v: never) => basic(v, 'p')]) {
      const refusal = refusalOf(() => make(value as never));
      expect(refusal.code).toBe('ERR_CREDENTIAL_INVALID');
      expect(everyText(refusal)).not.toContain('canary');
    }
  });
});
