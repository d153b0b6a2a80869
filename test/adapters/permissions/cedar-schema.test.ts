import { describe, expect, test } from '@jest/globals';
import { cedarPolicy } from '../../../src/adapters/permissions/cedar-policy.js';
import type { CedarPolicyOptions } from '../../../src/adapters/permissions/cedar-options.js';
import { InvalidOptionError } from '../../../src/domain/errors.js';
import type { Json, JsonObject } from '../../../src/domain/json.js';
import type { PermissionChecker } from '../../../src/ports/permission-checker.js';
import { ask, resultOf, takes } from './cedar-support.js';

const PERMIT = 'permit(principal, action, resource);';
const send = takes('send', { to: { type: 'string' }, amount: { type: 'integer' } }, { required: ['to'] });

function checked(policies: string, options: Partial<CedarPolicyOptions> = {}): Promise<PermissionChecker> {
  return cedarPolicy({ policies, schema: 'fromTools', tools: [send], ...options });
}

/** The result for one argument `x` of this schema, under this condition. */
function result(schema: JsonObject, condition: string, x: Json, root: JsonObject = {}): Promise<string> {
  const policies = `permit(principal, action == Action::"send", resource) when { ${condition} };`;
  return resultOf(policies, { x }, { schema: 'fromTools', tools: [takes('send', { x: schema }, root)] });
}

describe("the schema 'fromTools'", () => {
  test.each([
    [
      'an action that is no tool',
      'forbid(principal, action == Action::"sned", resource);',
      /"p": unrecognized action .*sned/,
    ],
    [
      'an argument that no tool has',
      'forbid(principal, action == Action::"send", resource) when { context.args.sum > 1 };',
      /"p": attribute `args\.sum`.* not found/,
    ],
    [
      'an argument of another type',
      'forbid(principal, action == Action::"send", resource) when { context.args.to > 1 };',
      /"p": .*Long/,
    ],
    [
      'an optional argument without a look first',
      'forbid(principal, action == Action::"send", resource) when { context.args.amount > 1 };',
      /"p": unable to guarantee safety .*`context\.args has amount/,
    ],
    [
      'an entity type that nobody declared',
      'forbid(principal in Group::"x", action, resource);',
      /"p": unrecognized entity type `Group`/,
    ],
    [
      'a policy that never applies',
      'forbid(principal, action == Action::"send", resource) when { context.args has sum };',
      /"p": policy is impossible/,
    ],
  ])('refuses %s when composed, naming the policy', async (_, policy, message) => {
    const composed = checked(`${PERMIT} @id("p") ${policy}`);
    await expect(composed).rejects.toThrow(InvalidOptionError);
    await expect(composed).rejects.toThrow(message);
  });

  test('lists the first five problems and counts the others', async () => {
    const wrong = Array.from(
      { length: 7 },
      (_, i) => `forbid(principal, action == Action::"no${i}", resource);`,
    );
    await expect(checked(wrong.join('\n'))).rejects.toThrow(/no4.*; and 2 more/);
  });

  test('denies what no tool is, and arguments that the tool does not declare or type', async () => {
    const checker = await checked(PERMIT);
    expect((await ask(checker, 'send', { to: 'ann', amount: 3 })).result).toBe('allow');
    expect(await ask(checker, 'mail')).toMatchObject({
      result: 'deny',
      rationale: expect.stringMatching(/no such action/),
    });
    expect(await ask(checker, 'send', { amount: 3 })).toMatchObject({
      result: 'deny',
      rationale: expect.stringMatching(/the arguments do not fit/),
    });
    const typed = await ask(checker, 'send', { to: ['S3CRET'] });
    expect(typed).toMatchObject({
      result: 'deny',
      rationale: expect.stringMatching(/the arguments do not fit/),
    });
    expect(JSON.stringify(typed)).not.toContain('S3CRET');
    expect(await ask(checker, 'send', { to: 'ann', cc: 'bob' })).toMatchObject({
      result: 'deny',
      tellLLM: "[permission denied: args.cc is not declared in the tool's schema]",
    });
  });

  test.each<[string, JsonObject, string, Json]>([
    [
      'a number is a decimal, whole or not',
      { type: 'number' },
      'context.args has x && context.args.x.greaterThan(decimal("2.5"))',
      3,
    ],
    [
      'an array is a set',
      { type: 'array', items: { type: 'string' } },
      'context.args has x && context.args.x.contains("b")',
      ['a', 'b'],
    ],
    [
      'an object with properties is a record',
      { type: 'object', properties: { y: { type: 'boolean' } }, required: ['y'] },
      'context.args has x && context.args.x.y',
      { y: true },
    ],
    [
      'an object of any keys is its JSON',
      { type: 'object' },
      'context.args has x && context.args.x like "*\\"b\\":1*"',
      { b: 1 },
    ],
    [
      'a union is its JSON',
      { type: ['string', 'integer'] },
      'context.args has x && context.args.x == "7"',
      7,
    ],
    [
      'text in a union is itself',
      { anyOf: [{ type: 'string' }, { type: 'array' }] },
      'context.args has x && context.args.x == "a"',
      'a',
    ],
    [
      'null in a union is absent',
      { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      '!(context.args has x)',
      null,
    ],
    [
      'beside null a type is itself',
      { type: ['integer', 'null'] },
      'context.args has x && context.args.x == 7',
      7,
    ],
    [
      'a reference is what it stands for',
      { $ref: '#/$defs/n' },
      'context.args has x && context.args.x == 7',
      7,
    ],
    [
      'a reference to nothing is JSON',
      { $ref: '#/$defs/none' },
      'context.args has x && context.args.x == "7"',
      7,
    ],
    ['a recursion ends as JSON', { $ref: '#/$defs/loop' }, 'context.args has x', {}],
  ])('%s', async (_, schema, condition, x) => {
    const $defs = {
      n: { type: 'integer' },
      loop: { type: 'object', properties: { next: { $ref: '#/$defs/loop' } } },
    };
    expect(await result(schema, condition, x, { $defs })).toBe('allow');
  });

  test('a required argument that may be null has to be looked for first', async () => {
    const nullable = { type: ['integer', 'null'] };
    await expect(result(nullable, 'context.args.x == 7', 7, { required: ['x'] })).rejects.toThrow(
      /guarantee safety/,
    );
    expect(await result({ type: 'integer' }, 'context.args.x == 7', 7, { required: ['x'] })).toBe('allow');
  });

  test('a schema that doubles at every step is typed as far as a bound, and text beyond it', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `d${i}`);
    const link = (i: number): JsonObject => ({ $ref: `#/$defs/d${i}` });
    const defs = names.map((name, i) => [
      name,
      { type: 'object', properties: { l: link(i + 1), r: link(i + 1) } },
    ]);
    const root = { $defs: Object.fromEntries(defs) as JsonObject };
    expect(await result(link(0), 'context.args has x && context.args.x has r', { r: { l: {} } }, root)).toBe(
      'allow',
    );
  });

  test('an argument whose name Cedar reads as an escape is declared and sent under the longer name', async () => {
    const policies = 'permit(principal, action, resource) when { context.args["___entity"] == "a" };';
    const tools = [takes('send', { __entity: { type: 'string' } }, { required: ['__entity'] })];
    expect(await resultOf(policies, { __entity: 'a' }, { schema: 'fromTools', tools })).toBe('allow');
  });

  test('entity types of the application make its users and groups known', async () => {
    const entityTypes = `entity Tenant; entity Group; entity User in [Tenant, Group] { dept: String };`;
    const entities = [
      { uid: { type: 'User', id: 'ann' }, attrs: { dept: 'hr' }, parents: [{ type: 'Group', id: 'staff' }] },
    ];
    const policies = `permit(principal is User in Group::"staff", action, resource) when { principal.dept == "hr" };`;
    const checker = await checked(policies, { entityTypes, entities, principalTypes: ['User'] });
    const as = (principal?: string): Promise<{ result: string }> =>
      ask(checker, 'send', { to: 'x' }, { identity: principal === undefined ? {} : { principal } });
    expect((await as('ann')).result).toBe('allow');
    expect((await as('bob')).result).toBe('deny');
    expect(await as()).toMatchObject({ result: 'deny', rationale: expect.stringMatching(/principal/) });
    await expect(checked(policies, { entities })).rejects.toThrow(
      /"entities" .*attribute `dept`|"entities" .*`Group`/,
    );
  });

  test('a capability that a tool declares is an action without arguments', async () => {
    const tools = [{ ...send, capabilities: ['net.out'] }];
    const checker = await checked(
      `${PERMIT} forbid(principal is Anonymous, action == Capability::Action::"net.out", resource);`,
      { tools },
    );
    const asked = { capability: 'net.out' };
    expect((await ask(checker, 'send', { to: 'a' }, asked)).result).toBe('deny');
    expect(
      (await ask(checker, 'send', { to: 'a' }, { ...asked, identity: { principal: 'ann' } })).result,
    ).toBe('allow');
    await expect(
      checked('forbid(principal, action == Capability::Action::"net.in", resource);', { tools }),
    ).rejects.toThrow(/unrecognized action/);
  });
});

describe('a schema of your own', () => {
  const TYPES = `entity Tenant; entity Server; entity User in [Tenant]; entity Tool in [Server];`;
  const schema = `${TYPES} action writes; action send in [writes] appliesTo {
    principal: User, resource: Tool, context: { args: { to: String } } };`;

  test('checks policies and requests, and its groups of actions count', async () => {
    const options = { schema };
    const checker = await cedarPolicy({
      policies: 'permit(principal, action in Action::"writes", resource);',
      ...options,
    });
    const identity = { principal: 'ann', tenant: 'acme' };
    expect((await ask(checker, 'send', { to: 'x' }, { identity, source: 'mail' })).result).toBe('allow');
    expect((await ask(checker, 'send', { to: 7 }, { identity })).result).toBe('deny');
    expect((await ask(checker, 'send', { to: 'x' })).result).toBe('deny');
    await expect(
      cedarPolicy({ policies: 'permit(principal, action == Action::"x", resource);', ...options }),
    ).rejects.toThrow(/unrecognized action/);
  });

  test.each([
    ['entity User in', /"schema" of cedarPolicy\(\) is no schema that can be used/],
    ['entity User; entity Tool;', /must have the type "Tool" in "Server"/],
    ['entity User; entity Server; entity Tool in [Server];', /must have the type "User" in "Tenant"/],
  ])('refuses %j', async (text, message) => {
    await expect(cedarPolicy({ policies: PERMIT, schema: text })).rejects.toThrow(message);
  });
});
