import { describe, expect, test } from '@jest/globals';
import { PermissionPolicy, type Roles } from '../../../src/adapters/permissions/roles.js';
import type { PermissionRule } from '../../../src/adapters/permissions/rules.js';
import { permissionCheckerContract } from '../../../src/ports/contracts/permission-checker.js';
import type { PermissionDecision } from '../../../src/domain/verdict.js';
import { verifies } from '../../requirements.js';

const roles: Roles = { reader: ['read', 'list'], admin: ['*'], nobody: [] };
const rules: readonly PermissionRule[] = [
  { tool: 'list', result: 'gate_open', gateId: 'beta' },
  { tool: 'wipe', result: 'halt', reason: 'never', tellLLM: 'Stop.' },
  { tool: 'read', capability: 'fs.write', result: 'deny', rationale: 'reading writes nothing' },
  { capability: 'fs.write', result: 'allow' },
];

function ask(policy: PermissionPolicy, target: string, capability: string = 'tool_call'): PermissionDecision {
  return policy.check({ capability, target, toolCallId: 'c', args: {}, iteration: 1 });
}

describe('PermissionPolicy', () => {
  permissionCheckerContract(
    { describe, test },
    {
      create: () => PermissionPolicy.fromRoles(roles, 'reader', rules),
      known: [
        { target: 'read', result: 'allow' },
        { target: 'list', result: 'gate_open' },
        { target: 'wipe', result: 'halt' },
        { target: 'read', capability: 'fs.write', result: 'deny' },
        { target: 'list', capability: 'fs.write', result: 'allow' },
      ],
      unknownTool: 'mail',
      governed: ['fs.write'],
    },
  );

  test('is fail-closed: a tool that the active role does not list is denied, with the reason', () => {
    verifies('PG-6');
    const policy = PermissionPolicy.fromRoles(roles, 'reader');
    expect(ask(policy, 'mail')).toEqual({
      result: 'deny',
      rationale: 'the role "reader" does not include "mail"',
    });
    expect(ask(policy, 'read')).toEqual({ result: 'allow' });
    expect(ask(policy.withActiveRole('nobody'), 'read').result).toBe('deny');
    expect(ask(policy, 'read', 'net.connect').result).toBe('deny');
  });

  test('every tool is allowed only where a role says "*" itself', () => {
    verifies('PG-6');
    const admin = PermissionPolicy.fromRoles(roles, 'admin');
    expect(ask(admin, 'anything').result).toBe('allow');
    expect(admin.allowedToolIds).toEqual(['*']);
    expect(PermissionPolicy.fromRoles(roles, 'reader').isAllowed('*')).toBe(false);
  });

  test.each(['writer', '__proto__', 'constructor', 'toString', ''])(
    'refuses the unknown active role %j',
    (role) => {
      verifies('PG-6');
      expect(() => PermissionPolicy.fromRoles(roles, role)).toThrow(
        /not one of .*"reader", "admin", "nobody"/,
      );
      expect(() => PermissionPolicy.fromRoles(roles, 'reader').withActiveRole(role)).toThrow(
        /"reader", "admin"/,
      );
    },
  );

  test('withActiveRole is another policy with the same rules', () => {
    verifies('PG-6');
    const reader = PermissionPolicy.fromRoles(roles, 'reader', rules);
    const admin = reader.withActiveRole('admin');
    expect([reader.activeRole, admin.activeRole]).toEqual(['reader', 'admin']);
    expect(ask(admin, 'wipe')).toEqual({ result: 'halt', reason: 'never', tellLLM: 'Stop.' });
    expect(ask(reader, 'mail').result).toBe('deny');
  });

  test('isAllowed is bound and says what a call would meet; allowedToolIds lists what is let through', () => {
    verifies('PG-6');
    const { isAllowed, allowedToolIds } = PermissionPolicy.fromRoles(roles, 'reader', rules);
    expect(['read', 'list', 'wipe', 'mail', '__proto__'].map(isAllowed)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(allowedToolIds).toEqual(['read', 'list']);
  });

  test('the first rule that matches decides, before the roles', () => {
    const policy = PermissionPolicy.fromRoles(roles, 'admin', [
      { tool: 'a', result: 'deny', rationale: 'first' },
      { tool: 'a', result: 'allow' },
      { capability: 'tool_call', result: 'halt' },
    ]);
    expect(ask(policy, 'a')).toEqual({ result: 'deny', rationale: 'first' });
    expect(ask(policy, 'b').result).toBe('halt');
  });

  test('a rule for a tool grants that call alone, none of its capabilities', () => {
    const policy = PermissionPolicy.fromRoles(roles, 'nobody', [
      { tool: 'a', result: 'allow' },
      { tool: 'b', capability: 'fs.write', result: 'allow' },
    ]);
    expect(ask(policy, 'a').result).toBe('allow');
    expect(ask(policy, 'a', 'fs.write').result).toBe('deny');
    expect(policy.governs('tool_call')).toBe(false);
  });

  test('a change to the roles afterwards changes nothing, and decisions cannot be changed', () => {
    const mine = { reader: ['read'] };
    const policy = PermissionPolicy.fromRoles(mine, 'reader');
    mine.reader.push('mail');
    expect(ask(policy, 'mail').result).toBe('deny');
    expect(ask(policy, 'read')).toBe(ask(policy, 'read'));
    expect(Object.isFrozen(ask(policy, 'read'))).toBe(true);
  });

  test.each([
    [{ result: 'allow' }, /rules\[0\] of the policy names neither a tool nor a capability/],
    [{ tool: '*', result: 'deny' }, /rules\[0\] of the policy has the tool "\*"/],
    [{ tool: 'a', result: 'gate_open' }, /opens a gate without its name/],
    [{ tool: 'a', result: 'ask' }, /"result" must be one of 'allow', 'deny', 'halt', 'gate_open'/],
    [{ tol: 'a', result: 'deny' }, /has no option "tol"/],
  ])('refuses the rule %j', (rule, message) => {
    expect(() => PermissionPolicy.fromRoles(roles, 'reader', [rule as PermissionRule])).toThrow(message);
  });

  test('refuses a role that is no list of tool ids', () => {
    expect(() => PermissionPolicy.fromRoles({ reader: 'read' } as never, 'reader')).toThrow(
      /The role "reader" must be/,
    );
    expect(() => PermissionPolicy.fromRoles(['reader'] as never, 'reader')).toThrow(/takes roles as/);
  });
});
