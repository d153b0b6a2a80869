import { describe, expect, test } from '@jest/globals';
import type { CedarModule } from '../../../src/adapters/permissions/cedar-module.js';
import { cedarPolicy } from '../../../src/adapters/permissions/cedar-policy.js';
import { InvalidAnswerError, OptionalPeerMissingError } from '../../../src/domain/errors.js';
import { permissionCheckerContract } from '../../../src/ports/contracts/permission-checker.js';
import { ask } from './cedar-support.js';

const house = await cedarPolicy({
  policies: `
    permit(principal, action in [Action::"read", Action::"list", Action::"wipe"], resource);
    permit(principal, action == Capability::Action::"fs.write", resource) unless { resource == Tool::"read" };
    @effect("halt") @reason("never") @tellLLM("Stop.")
    forbid(principal, action == Action::"wipe", resource);`,
});

describe('cedarPolicy', () => {
  permissionCheckerContract(
    { describe, test },
    {
      create: () => house,
      known: [
        { target: 'read', result: 'allow' },
        { target: 'wipe', result: 'halt' },
        { target: 'list', capability: 'fs.write', result: 'allow' },
        { target: 'read', capability: 'fs.write', result: 'deny' },
      ],
      unknownTool: 'mail',
      governed: ['fs.write'],
    },
  );

  test('a forbid says what the operator and the model read', async () => {
    const checker = await cedarPolicy({
      policies: `
        permit(principal, action, resource);
        @id("no-mail") @reason("audit 7") @tellLLM("Ask a person to send it.")
        forbid(principal, action == Action::"mail", resource);
        @id("plain") forbid(principal, action == Action::"fax", resource);
        @id("why") @reason("audit 8") forbid(principal, action == Action::"post", resource);`,
    });
    expect(await ask(checker, 'mail')).toEqual({
      result: 'deny',
      rationale: 'the policy "no-mail" forbids it: audit 7',
      reason: 'audit 7',
      tellLLM: 'Ask a person to send it.',
    });
    expect(await ask(checker, 'fax')).toEqual({
      result: 'deny',
      rationale: 'the policy "plain" forbids it',
    });
    expect((await ask(checker, 'post')).tellLLM).toBe('[permission denied: the policy "why" forbids it]');
    expect(await ask(checker, 'read')).toEqual({ result: 'allow' });
  });

  test('a forbid that halts comes before one that denies; else the first one given, past the tenth too', async () => {
    const forbid = (id: string, action: string, more = ''): string =>
      `@id("${id}") ${more} forbid(principal, action == Action::"${action}", resource);`;
    const filler = Array.from({ length: 9 }, (_, i) => forbid(`other${i}`, 'other'));
    const checker = await cedarPolicy({
      policies: [
        [...filler, forbid('z', 'a'), forbid('y', 'a'), forbid('x', 'a')].join('\n'),
        [forbid('denies', 'b'), forbid('halts', 'b', '@effect("halt")')].join('\n'),
      ],
    });
    expect((await ask(checker, 'a')).rationale).toBe('the policy "z" forbids it');
    expect(await ask(checker, 'b')).toEqual({ result: 'halt', rationale: 'the policy "halts" forbids it' });
  });

  test('what no policy permits is denied, also where every policy is a forbid', async () => {
    const checker = await cedarPolicy({
      policies: 'forbid(principal, action == Action::"a", resource);',
    });
    expect(await ask(checker, 'b')).toEqual({ result: 'deny', rationale: 'no policy permits "b"' });
  });

  test('the identity is the principal in its tenant, and nobody is Anonymous', async () => {
    const checker = await cedarPolicy({
      policies: `
        permit(principal == User::"ann", action == Action::"a", resource);
        permit(principal in Tenant::"acme", action == Action::"b", resource);
        permit(principal is Anonymous, action == Action::"c", resource);`,
    });
    const who = { ann: { principal: 'ann' }, bob: { principal: 'bob', tenant: 'acme' }, nobody: {} };
    const allowed: string[] = [];
    for (const [name, identity] of Object.entries(who)) {
      for (const tool of ['a', 'b', 'c']) {
        if ((await ask(checker, tool, {}, { identity })).result === 'allow') allowed.push(`${name} ${tool}`);
      }
    }
    expect(allowed).toEqual(['ann a', 'bob b', 'nobody c']);
    expect((await ask(checker, 'c')).result).toBe('allow');
  });

  test('a tool is in its server, and one of the application is in none', async () => {
    const checker = await cedarPolicy({
      policies: 'permit(principal, action, resource in Server::"github");',
    });
    expect((await ask(checker, 'a', {}, { source: 'github' })).result).toBe('allow');
    expect((await ask(checker, 'a', {}, { source: 'gitlab' })).result).toBe('deny');
    expect((await ask(checker, 'a')).result).toBe('deny');
  });

  test('principalOf and actionOf name them otherwise, and an answer that names none is refused', async () => {
    const checker = await cedarPolicy({
      policies: `permit(principal is Agent, action == Action::"write", resource)
        when { principal.level > 3 && principal in Fleet::"north" };`,
      principalOf: ({ identity }) => ({
        type: 'Agent',
        id: identity?.principal ?? '',
        attrs: { level: identity?.principal === 'ann' ? 4 : 3 },
        parents: [{ type: 'Fleet', id: 'north' }],
      }),
      actionOf: ({ target }) => ({ type: 'Action', id: target.split('_')[0] ?? '' }),
    });
    const of = async (principal: string, tool: string): Promise<string> =>
      (await ask(checker, tool, {}, { identity: { principal } })).result;
    expect(await of('ann', 'write_file')).toBe('allow');
    expect(await of('bob', 'write_file')).toBe('deny');
    expect(await of('ann', 'read_file')).toBe('deny');
    const odd = await cedarPolicy({
      policies: 'permit(principal, action, resource);',
      principalOf: () => undefined as never,
    });
    await expect(ask(odd, 'a')).rejects.toThrow(InvalidAnswerError);
  });

  test('without the package it says which one to install, and passes on any other fault of loading', async () => {
    const policies = 'permit(principal, action, resource);';
    const missing = (): Promise<CedarModule> =>
      Promise.reject(Object.assign(new Error('x'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(cedarPolicy({ policies, load: missing })).rejects.toThrow(OptionalPeerMissingError);
    await expect(cedarPolicy({ policies, load: missing })).rejects.toThrow(/npm install @cedar-policy/);
    const broken = (): Promise<CedarModule> => Promise.reject(new RangeError('out of memory'));
    await expect(cedarPolicy({ policies, load: broken })).rejects.toThrow(RangeError);
  });
});
