import { describe, expect, test } from '@jest/globals';
import { loadCedar } from '../../../src/adapters/permissions/cedar-load.js';
import type { CedarModule, CedarRequest } from '../../../src/adapters/permissions/cedar-module.js';
import { cedarPolicy } from '../../../src/adapters/permissions/cedar-policy.js';
import type { CedarPolicyOptions } from '../../../src/adapters/permissions/cedar-options.js';
import { ask, takes } from './cedar-support.js';

const PERMIT = 'permit(principal, action, resource);';
const FORBID = 'forbid(principal, action, resource);';

/** Cedar itself, with what it is asked and how often it parses policies. */
async function watched(): Promise<{ module: CedarModule; asked: CedarRequest[]; parsed: { sets: number } }> {
  const cedar = await loadCedar();
  const asked: CedarRequest[] = [];
  const parsed = { sets: 0 };
  const module: CedarModule = {
    ...cedar,
    preparsePolicySet(id, policies) {
      parsed.sets++;
      return cedar.preparsePolicySet(id, policies);
    },
    statefulIsAuthorized(call) {
      asked.push(call);
      return cedar.statefulIsAuthorized(call);
    },
  };
  return { module, asked, parsed };
}

describe('the policies of cedarPolicy', () => {
  test.each<[string, Partial<CedarPolicyOptions>, RegExp]>([
    ['no policy', { policies: '// none' }, /was given no policy/],
    [
      'text that is no policy',
      { policies: [PERMIT, `${PERMIT}\npermit(principal, action);`] },
      /policies\[1\] of cedarPolicy\(\) cannot be parsed: .* in line 2/,
    ],
    ['a template', { policies: 'permit(principal == ?principal, action, resource);' }, /holds a template/],
    [
      'one id twice',
      { policies: [`@id("a") ${PERMIT}`, `@id("a") ${FORBID}`] },
      /Two policies have the id "a"/,
    ],
    [
      'the id that another has by its place',
      { policies: `@id("policy1") ${PERMIT} ${FORBID}` },
      /id "policy1"/,
    ],
    [
      'an effect that is not halt',
      { policies: `@effect("stop") ${FORBID}` },
      /@effect of the policy "policy0" must be "halt"/,
    ],
    [
      'an effect without text',
      { policies: `@effect ${FORBID}` },
      /@effect of the policy "policy0" needs its text/,
    ],
    ['a reason on a permit', { policies: `@id("p") @reason("x") ${PERMIT}` }, /"p" is a permit with @reason/],
    [
      'an annotation in other letters',
      { policies: `@tellLlm("x") ${FORBID}` },
      /has @tellLlm. It is written @tellLLM/,
    ],
    [
      'entities that are none',
      { policies: PERMIT, entities: [{ uid: { type: 'User', id: 'a' } } as never] },
      /"entities" of cedarPolicy\(\) cannot be used/,
    ],
    [
      'tools without their schema',
      { policies: PERMIT, tools: [] },
      /takes "tools" with the schema 'fromTools' only/,
    ],
    ['a schema of tools without tools', { policies: PERMIT, schema: 'fromTools' }, /needs "tools"/],
    [
      'two tools of one name',
      { policies: PERMIT, schema: 'fromTools', tools: [takes('a', {}), takes('a', {})] },
      /two tools named "a"/,
    ],
    [
      'actions of its own beside tools',
      { policies: PERMIT, schema: 'fromTools', tools: [], actionOf: () => ({ type: 'Action', id: 'a' }) },
      /takes "actionOf" with a schema of your own/,
    ],
    [
      'entity types with an action',
      { policies: PERMIT, schema: 'fromTools', tools: [], entityTypes: 'action a;' },
      /declares an action/,
    ],
    ['an unknown option', { policies: PERMIT, polices: PERMIT } as never, /has no option "polices"/],
    [
      'policies that are no text',
      { policies: 7 as never },
      /"policies" must be a string, or an array of strings/,
    ],
  ])('refuse %s', async (_, options, message) => {
    await expect(cedarPolicy(options as CedarPolicyOptions)).rejects.toThrow(message);
  });

  test('a request meets its action and what names no action, and nothing is parsed again', async () => {
    const { module, asked, parsed } = await watched();
    const many = Array.from(
      { length: 200 },
      (_, i) => `permit(principal, action == Action::"t${i}", resource);`,
    );
    const checker = await cedarPolicy({
      policies: [...many, `@id("x") ${FORBID.replace(';', ' when { context.args has x };')}`],
      load: () => Promise.resolve(module),
    });
    expect(parsed.sets).toBe(201);
    expect((await ask(checker, 't7')).result).toBe('allow');
    expect(new Set(asked.map((call) => call.preparsedPolicySetId)).size).toBe(2);
    expect((await ask(checker, 't7', { x: 1 })).rationale).toBe('the policy "x" forbids it');
    expect((await ask(checker, 'other')).result).toBe('deny');
    expect(asked).toHaveLength(5);
    expect(parsed.sets).toBe(201);
  });

  test('a policy for a group of actions meets each action in it, at any remove', async () => {
    const action = (id: string, ...parents: string[]): object => ({
      uid: { type: 'Action', id },
      attrs: {},
      parents: parents.map((parent) => ({ type: 'Action', id: parent })),
    });
    const checker = await cedarPolicy({
      policies: `${PERMIT} @id("g") forbid(principal, action in Action::"all-writes", resource);
        @id("one") forbid(principal, action in [Action::"a", Action::"b"], resource);`,
      entities: [action('write', 'file-writes'), action('file-writes', 'all-writes')] as never,
    });
    expect((await ask(checker, 'write')).rationale).toBe('the policy "g" forbids it');
    expect((await ask(checker, 'b')).rationale).toBe('the policy "one" forbids it');
    expect((await ask(checker, 'read')).result).toBe('allow');
  });

  test('of the entities a request is sent those that it can reach', async () => {
    const { module, asked } = await watched();
    const user = (id: string, attrs: object, ...groups: string[]): object => ({
      uid: { type: 'User', id },
      attrs,
      parents: groups.map((group) => ({ type: 'Group', id: group })),
    });
    const others = Array.from({ length: 500 }, (_, i) => user(`u${i}`, {}));
    const checker = await cedarPolicy({
      policies: `permit(principal, action, resource)
        when { principal in Group::"staff" && principal.boss.level > 3 && User::"root".on };`,
      entities: [
        ...others,
        user('ann', { boss: { __entity: { type: 'User', id: 'eve' } } }, 'team'),
        { uid: { type: 'Group', id: 'team' }, attrs: {}, parents: [{ type: 'Group', id: 'staff' }] },
        user('eve', { level: 4 }),
        user('root', { on: true }),
      ] as never,
      load: () => Promise.resolve(module),
    });
    const identity = { principal: 'ann', tenant: 'acme' };
    expect((await ask(checker, 'a', {}, { identity })).result).toBe('allow');
    expect((await ask(checker, 'a', {}, { identity: { principal: 'u1' } })).result).toBe('deny');
    expect(asked[0]?.entities).toHaveLength(5);
  });

  test.each([
    ['names it in its scope', 'forbid(principal, action == Capability::Action::"net", resource);', 'net'],
    [
      'names it in a condition',
      'forbid(principal, action, resource) when { action == Capability::Action::"net" };',
      'net',
    ],
    [
      'asks for capabilities at all',
      'forbid(principal, action, resource) when { action is Capability::Action };',
      'any',
    ],
  ])('a capability is governed where a policy %s', async (_, policy, capability) => {
    const checker = await cedarPolicy({ policies: policy });
    expect(checker.governs?.(capability)).toBe(true);
    const none = await cedarPolicy({ policies: 'forbid(principal, action == Action::"net", resource);' });
    expect(none.governs?.(capability)).toBe(false);
  });

  test('a capability is governed where an entity names it or its group', async () => {
    const capability = (id: string): object => ({ type: 'Capability::Action', id });
    const checker = await cedarPolicy({
      policies:
        'forbid(principal, action, resource) when { resource has banned && resource.banned.contains(action) };',
      entities: [
        { uid: { type: 'Tool', id: 'a' }, attrs: { banned: [{ __entity: capability('net') }] }, parents: [] },
      ] as never,
    });
    expect(checker.governs?.('net')).toBe(true);
    expect(checker.governs?.('other')).toBe(false);
    expect((await ask(checker, 'a', {}, { capability: 'net' })).rationale).toBe(
      'the policy "policy0" forbids it',
    );
  });
});
