import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toolSessionKey, type SessionFacts } from '../../../src/domain/session/key.js';
import { verifies } from '../../requirements.js';

const part = fc.oneof(fc.constantFrom('', '_', '%', '/', '=', '%5F', 'a/b=c', 't=_', '%2F'), fc.string());
const facts: fc.Arbitrary<SessionFacts> = fc.record(
  {
    runId: part,
    sessionId: part,
    identity: fc.record({ tenant: part, principal: part }, { requiredKeys: [] }),
  },
  { requiredKeys: ['runId', 'sessionId'] },
);

describe('isolation keys', () => {
  test('they have the stated grammar', () => {
    verifies('TS-2');
    const identity = { tenant: 'acme', principal: 'ann' };
    const given = { toolCallId: 'call/1', runId: 'r1', sessionId: 's=1', identity };
    expect(toolSessionKey(given, 'call')).toBe('c=call%2F1');
    expect(toolSessionKey(given, 'run')).toBe('t=acme/p=ann/r=r1');
    expect(toolSessionKey(given, 'session')).toBe('t=acme/p=ann/s=s%3D1');
    expect(toolSessionKey({ runId: 'r' }, 'run')).toBe('t=_/p=_/r=r');
    expect(toolSessionKey({ runId: '%', identity: { tenant: '_', principal: '' } }, 'run')).toBe(
      't=%5F/p=/r=%25',
    );
  });

  test('a scope whose fact is missing has no key', () => {
    verifies('TS-2');
    for (const scope of ['call', 'run', 'session'] as const)
      expect(toolSessionKey({}, scope)).toBeUndefined();
  });

  test('no value can forge another key', () => {
    verifies('TS-2');
    const same = (a: SessionFacts, b: SessionFacts, fact: 'runId' | 'sessionId'): boolean =>
      a[fact] === b[fact] &&
      a.identity?.tenant === b.identity?.tenant &&
      a.identity?.principal === b.identity?.principal;
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        expect(toolSessionKey(a, 'run') === toolSessionKey(b, 'run')).toBe(same(a, b, 'runId'));
        expect(toolSessionKey(a, 'session') === toolSessionKey(b, 'session')).toBe(same(a, b, 'sessionId'));
        expect(toolSessionKey(a, 'run')).not.toBe(toolSessionKey(a, 'session'));
      }),
      { numRuns: 5_000 },
    );
  });
});
