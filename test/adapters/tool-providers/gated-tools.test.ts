import { describe, expect, test } from '@jest/globals';
import { PermissionPolicy } from '../../../src/adapters/permissions/roles.js';
import { gatedTools, type ToolPredicate } from '../../../src/adapters/tool-providers/gated-tools.js';
import { skillScopedTools } from '../../../src/adapters/tool-providers/skill-scoped-tools.js';
import { staticTools } from '../../../src/adapters/tool-providers/static-tools.js';
import { toolProviderContract } from '../../../src/ports/contracts/tool-provider.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import type { ToolListContext, ToolProvider } from '../../../src/ports/tool-provider.js';
import { verifies } from '../../requirements.js';
import { toolOf } from './tool-of.js';

const abc = (): ToolProvider => staticTools([toolOf('a'), toolOf('b'), toolOf('c')]);
const namesOf = async (provider: ToolProvider, context: ToolListContext): Promise<string[]> =>
  (await provider.list(context)).map((tool) => tool.schema.name);

describe('gatedTools', () => {
  toolProviderContract(
    { describe, test },
    {
      create: () => gatedTools(abc(), (name, { identity }) => name !== 'b' || identity?.principal === 'ann'),
      shown: { iteration: 1 },
      other: { iteration: 1, identity: { principal: 'ann' } },
      undecidable: {
        create: () =>
          gatedTools(abc(), (name) => {
            if (name === 'b') throw new Error('no answer');
            return true;
          }),
        tool: 'b',
      },
    },
  );

  test('decides each turn from the facts of that turn', async () => {
    verifies('TP-1', 'TP-2');
    const seen: ToolListContext[] = [];
    const provider = gatedTools(abc(), (name, context) => {
      seen.push(context);
      return name === 'a' || context.iteration > 1;
    });
    const first: ToolListContext = { iteration: 1, activeSkillIds: ['s'], identity: { tenant: 't' } };
    expect(await namesOf(provider, first)).toEqual(['a']);
    expect(seen).toEqual([first, first, first]);
    expect(await namesOf(provider, { iteration: 2 })).toEqual(['a', 'b', 'c']);
  });

  test.each<[string, ToolPredicate, RegExp]>([
    [
      'throws',
      () => Promise.reject(new Error('later')) as never,
      /answered a Promise; it must answer true or false/,
    ],
    ['answers a number', () => 1 as never, /answered a number/],
    ['answers nothing', () => undefined as never, /answered undefined/],
  ])('a predicate that %s hides the tool and reports it', async (_, predicate, error) => {
    verifies('TP-3');
    const events: SallyportEvent[] = [];
    const provider = gatedTools(abc(), (name, context) => name !== 'b' || predicate(name, context));
    const report = (event: SallyportEvent): number => events.push(event);
    expect(await namesOf(provider, { iteration: 1, report })).toEqual(['a', 'c']);
    expect(events).toEqual([
      { type: 'sallyport.tools.gate_failed', tool: 'b', error: expect.stringMatching(error) },
    ]);
  });

  test('a predicate that throws hides its tool for that turn only', async () => {
    verifies('TP-3');
    const provider = gatedTools(abc(), (name, { iteration }) => {
      if (name === 'b' && iteration === 1) throw new Error('not yet');
      return true;
    });
    expect(await namesOf(provider, { iteration: 1 })).toEqual(['a', 'c']);
    expect(await namesOf(provider, { iteration: 2 })).toEqual(['a', 'b', 'c']);
  });

  test('nests as a decorator, over an asynchronous provider too, and keeps the array', async () => {
    verifies('TP-1');
    const slow: ToolProvider = { id: 'slow', list: async () => [toolOf('a'), toolOf('b')] };
    const held = await slow.list({ iteration: 1 });
    const inner: ToolProvider = { id: 'held', list: async () => [...held] };
    const provider = gatedTools(
      gatedTools(inner, (name) => name !== 'b'),
      () => true,
    );
    const first = await provider.list({ iteration: 1 });
    expect(first.map((tool) => tool.schema.name)).toEqual(['a']);
    expect(await provider.list({ iteration: 2 })).toBe(first);
    expect(provider.id).toBe('gated(gated(held))');
  });

  test('takes a policy as its predicate', async () => {
    verifies('PG-6');
    const policy = PermissionPolicy.fromRoles({ reader: ['a'] }, 'reader');
    expect(await namesOf(gatedTools(abc(), policy.isAllowed), { iteration: 1 })).toEqual(['a']);
  });

  test('refuses what is no provider and no predicate', () => {
    expect(() => gatedTools([toolOf('a')] as never, () => true)).toThrow(/Wrap a list of tools: staticTools/);
    expect(() => gatedTools(abc(), true as never)).toThrow(/takes a predicate/);
  });
});

describe('skillScopedTools', () => {
  toolProviderContract(
    { describe, test },
    {
      create: () => skillScopedTools('refunds', [toolOf('a')]),
      shown: { iteration: 1, activeSkillId: 'refunds' },
      other: { iteration: 1, activeSkillId: 'billing' },
    },
  );

  test.each<[Partial<ToolListContext>, string[]]>([
    [{}, []],
    [{ activeSkillId: 'refunds' }, ['a']],
    [{ activeSkillIds: ['billing', 'refunds'] }, ['a']],
    [{ activeSkillId: 'billing', activeSkillIds: [] }, []],
  ])('with %j shows %j', async (facts, names) => {
    verifies('TP-1', 'TP-2');
    const provider = skillScopedTools(
      'refunds',
      gatedTools(abc(), (name) => name === 'a'),
    );
    expect(await namesOf(provider, { iteration: 1, ...facts })).toEqual(names);
  });

  test('refuses an empty skill id', () => {
    expect(() => skillScopedTools('', [])).toThrow(/takes a skill id first/);
  });
});
