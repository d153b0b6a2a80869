import { describe, expect, test } from '@jest/globals';
import { cedarPolicy } from '../../../src/adapters/permissions/cedar-policy.js';
import { loadCedar } from '../../../src/adapters/permissions/cedar-load.js';
import type { Json } from '../../../src/domain/json.js';
import { ask, resultOf } from './cedar-support.js';

const PERMIT = 'permit(principal, action, resource);';
const nested = (depth: number): Json => (depth === 0 ? 'x' : { in: nested(depth - 1) });

describe('the traps of Cedar', () => {
  test('a forbid that cannot be evaluated denies, though Cedar alone would allow', async () => {
    const policies = `${PERMIT}
      @id("ceiling") @effect("halt") forbid(principal, action, resource) when { context.args.amount > 100 };`;
    const cedar = await loadCedar();
    cedar.preparsePolicySet('trap', { staticPolicies: { a: PERMIT, b: policies.slice(PERMIT.length) } });
    const bare = cedar.statefulIsAuthorized({
      principal: { type: 'User', id: 'u' },
      action: { type: 'Action', id: 'send' },
      resource: { type: 'Tool', id: 'send' },
      context: { args: {} },
      entities: [],
      preparsedPolicySetId: 'trap',
    });
    expect(bare).toMatchObject({ response: { decision: 'allow' } });
    const checker = await cedarPolicy({ policies });
    const decision = await ask(checker, 'send', { amout: 500 });
    expect(decision.result).toBe('deny');
    expect(decision.rationale).toBe('a policy could not be evaluated: "ceiling" at context.args.amount');
    expect(decision.tellLLM).not.toContain('ceiling');
    expect((await ask(checker, 'send', { amount: 500 })).result).toBe('halt');
    expect((await ask(checker, 'send', { amount: 5 })).result).toBe('allow');
  });

  test('a forbid that applies decides though another policy fails, and a permit that fails denies', async () => {
    const forbid = `${PERMIT} @effect("halt") forbid(principal, action, resource) when { context.args.a == 1 };
      forbid(principal, action, resource) when { context.args.b == 1 };`;
    expect(await resultOf(forbid, { a: 1 })).toBe('halt');
    expect(await resultOf(`${PERMIT} permit(principal, action, resource) when { context.args.b };`, {})).toBe(
      'deny',
    );
  });

  test('an error of the bucket of every action denies what the bucket of the action permits', async () => {
    const policies = `permit(principal, action == Action::"send", resource);
      forbid(principal, action, resource) when { context.args.x == 1 };`;
    expect(await resultOf(policies, {})).toBe('deny');
    expect(await resultOf(policies, { x: 1 })).toBe('deny');
    expect(await resultOf(policies, { x: 2 })).toBe('allow');
  });

  test("what the operator is told of a failed policy holds the policy's text and no argument", async () => {
    const checker = await cedarPolicy({
      policies: `${PERMIT} forbid(principal, action, resource) when { decimal(context.args.sum) == decimal("1.0") };`,
    });
    const decision = await ask(checker, 'send', { sum: 'S3CRET' });
    expect(decision.result).toBe('deny');
    expect(JSON.stringify(decision)).not.toContain('S3CRET');
  });

  test.each([
    ['a fraction', 1.5, 'context.args.x == decimal("1.5")'],
    ['a negative fraction', -0.25, 'context.args.x.lessThan(decimal("0.0"))'],
    ['a whole number', 3, 'context.args.x == 3'],
    ['the largest whole number', 9007199254740991, 'context.args.x == 9007199254740991'],
    ['minus zero', -0, 'context.args.x == 0'],
    ['null', null, '!(context.args has x)'],
    ['a list with fractions', [1, 0.5], 'context.args.x.contains(decimal("0.5"))'],
  ])('%s is put to the policies as what it is', async (_, x, condition) => {
    const policies = `permit(principal, action, resource) when { ${condition} };`;
    expect(await resultOf(policies, { x })).toBe('allow');
  });

  test.each<[string, Json, RegExp]>([
    ['a fraction of five places', 0.12345, /args\.x is a number that four decimal places cannot hold/],
    ['a fraction with an error in its last bit', 0.1 + 0.2, /args\.x is a number that four decimal/],
    ['a fraction beyond the range of decimal', 922337203685477.6, /args\.x is a number that four decimal/],
    ['a whole number that may be its neighbour', 9007199254740992, /args\.x is a whole number beyond/],
    ['a whole number beyond 64 bits', 1e19, /args\.x is a whole number beyond/],
    ['a whole number beyond 64 bits, below', -1e300, /args\.x is a whole number beyond/],
    ['null in a list', ['a', null], /args\.x\[1\] is null/],
    ['half a character', 'a\ud800', /args\.x holds half a character/],
    ['what is nested deeper than Cedar reads', nested(400), /is nested over 64 levels/],
  ])('%s denies, telling the model which argument it is', async (_, x, said) => {
    const checker = await cedarPolicy({ policies: PERMIT });
    const decision = await ask(checker, 'send', { x });
    expect(decision.result).toBe('deny');
    expect(decision.tellLLM).toMatch(said);
    expect(decision.rationale).not.toContain('args.');
    expect((await ask(checker, 'send', { x: 'fine' })).result).toBe('allow');
  });

  test.each<[string, Json]>([
    ['an entity', { __entity: { type: 'Group', id: 'admins' } }],
    ['an extension value', { __extn: { fn: 'decimal', arg: '1.0' } }],
    ['an expression', { __expr: 'decimal("1.0")' }],
  ])('%s in arguments stays the record that it is', async (_, x) => {
    const policies = `${PERMIT} forbid(principal, action, resource) when {
      context.args.x == Group::"admins" || context.args.x == decimal("1.0") };`;
    expect(await resultOf(policies, { x })).toBe('allow');
    expect(await resultOf(policies, { list: [x], x: 1 })).toBe('allow');
    const escaped = `_${Object.keys(x as object)[0]}`;
    expect(
      await resultOf(`permit(principal, action, resource) when { context.args.x has "${escaped}" };`, { x }),
    ).toBe('allow');
  });

  test('no two keys become one, and a key that objects inherit is a key like any other', async () => {
    const policies = `permit(principal, action, resource) when {
      context.args["___entity"] == 1 && context.args["____entity"] == 2 && context.args["__proto__"] == 3 };`;
    const args = JSON.parse('{"__entity":1,"___entity":2,"__proto__":3}') as Json;
    expect(await resultOf(policies, args)).toBe('allow');
  });
});
