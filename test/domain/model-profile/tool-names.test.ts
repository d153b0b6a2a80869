import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MODEL_PROFILES, type ModelProfile } from '../../../src/domain/model-profile/profile.js';
import { stableHash } from '../../../src/domain/model-profile/stable-hash.js';
import { toolNames, type NamedTool } from '../../../src/domain/model-profile/tool-names.js';
import { verifies } from '../../requirements.js';

const PATTERNS: { readonly [profile in ModelProfile]: RegExp } = {
  anthropic: /^[a-zA-Z0-9_-]{1,64}$/,
  openai: /^[a-zA-Z0-9_-]{1,64}$/,
  gemini: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
  bedrock: /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/,
};

const names = (...list: readonly string[]): NamedTool[] => list.map((name) => ({ name }));
const profiles = fc.constantFrom(...MODEL_PROFILES);

/** Names that are likely to meet: odd characters, long common heads, and what was generated for another. */
const someName = fc.oneof(
  fc.constantFrom('a.b', 'a_b', 'a/b', 'a b', '7', '_', '日本', '__proto__', 'constructor', 'toString'),
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.integer({ min: 0, max: 9 }).map((n) => `servicenow-catalog__${'x'.repeat(60)}${n}`),
  fc.constantFrom('a.b', 'a/b').map((name) => `a_b_${stableHash(name)}`),
);
const someTools = fc.uniqueArray(
  fc.record({ name: someName, source: fc.constantFrom(undefined, 'a', 'b') }),
  { selector: ({ name, source }) => JSON.stringify([name, source]), maxLength: 12 },
);

describe('toolNames', () => {
  test('keeps a name that fits, and cleans any other into one that does', () => {
    verifies('C32');
    const list = names('search', 'calendar.list', 'user/update', 'New Tool');
    const { toModel, fromModel } = toolNames(list, 'anthropic');
    expect(toModel('search')).toBe('search');
    expect(toModel('calendar.list')).toMatch(/^calendar_list_[0-9a-v]{10}$/);
    expect(toModel('user/update')).toMatch(/^user_update_[0-9a-v]{10}$/);
    expect(toModel('New Tool')).toMatch(/^New_Tool_[0-9a-v]{10}$/);
    for (const { name } of list) expect(fromModel(toModel(name))).toBe(name);
    expect(fromModel('calendar_list')).toBeUndefined();
    expect(toolNames(list, 'gemini').toModel('calendar.list')).toBe('calendar.list');
  });

  test('starts a name as the provider has it', () => {
    const { toModel } = toolNames(names('7zip', '_hidden', '日本'), 'bedrock');
    for (const name of ['7zip', '_hidden', '日本']) expect(toModel(name)).toMatch(PATTERNS.bedrock);
    expect(toModel('7zip')).toMatch(/^tool_7zip_/);
    expect(toolNames(names('_hidden'), 'gemini').toModel('_hidden')).toBe('_hidden');
  });

  test('keeps a.b and a_b apart, also from a tool that is named as another one was cleaned', () => {
    verifies('C32');
    const generated = toolNames(names('a.b'), 'openai').toModel('a.b');
    const { toModel, fromModel } = toolNames(names('a.b', 'a_b', generated), 'openai');
    expect(toModel('a_b')).toBe('a_b');
    expect(toModel(generated)).toBe(generated);
    expect(new Set(['a.b', 'a_b', generated].map((name) => toModel(name))).size).toBe(3);
    expect(fromModel(generated)).toBe(generated);
    expect(fromModel(toModel('a.b'))).toBe('a.b');
  });

  test('shortens long names that share their first 64 characters to two, the same in every process', () => {
    verifies('C33');
    const head = `servicenow-catalog__${'x'.repeat(60)}`;
    const { toModel } = toolNames(names(`${head}1`, `${head}2`), 'anthropic');
    // Written out, since a process that starts tomorrow has to come to them as well.
    expect([toModel(`${head}1`), toModel(`${head}2`)]).toEqual([
      'servicenow-catalog__xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_2kdsp1ha58',
      'servicenow-catalog__xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_m2u8j0ngl3',
    ]);
  });

  test('tells one name on two servers apart, and says whose each is', () => {
    verifies('C34');
    const list = [
      { name: 'send_email', source: 'A' },
      { name: 'send_email', source: 'B' },
      { name: 'a__b__c', source: 'a__b' },
      { name: 'a__b__c', source: 'a' },
    ];
    const { toModel, fromModel, sourceOf } = toolNames(list, 'anthropic');
    const given = list.map(({ name, source }) => toModel(name, source));
    expect(new Set(given).size).toBe(4);
    expect(given.map((name) => ({ name: fromModel(name), source: sourceOf(name) }))).toEqual(list);
    expect(fromModel('send_email')).toBeUndefined();
  });

  test('refuses two tools of one name and one source, naming both', () => {
    verifies('C34');
    const twice = [
      { name: 'send', source: 'A' },
      { name: 'send', source: 'A' },
    ];
    expect(() => toolNames(twice, 'openai')).toThrow(/Two tools of "A" are called "send"/);
    expect(() => toolNames(names('send', 'send'), 'openai')).toThrow(/without a source are called "send"/);
    expect(() => toolNames([], 'mistral' as never)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', message: expect.stringContaining("'bedrock'") }),
    );
  });

  test('gives a name that is gone a fitting one, always the same and never that of a tool', () => {
    verifies('C32');
    const { toModel } = toolNames(names('now.here'), 'anthropic');
    expect(toModel('gone')).toBe('gone');
    expect(toModel('gone.by')).toBe(toolNames([], 'anthropic').toModel('gone.by'));
    expect(toModel('gone.by')).toBe(toolNames(names('gone.by'), 'anthropic').toModel('gone.by'));
    const taken = toModel('now.here');
    expect(toModel(taken)).not.toBe(taken);
    expect(toModel(taken)).toMatch(PATTERNS.anthropic);
  });

  test('is a bijection into what the provider takes, whatever the names', () => {
    verifies('C32', 'C33', 'C34');
    fc.assert(
      fc.property(someTools, profiles, (tools, profile) => {
        const { toModel, fromModel, sourceOf } = toolNames(tools, profile);
        const given = tools.map(({ name, source }) => toModel(name, source));
        expect(new Set(given).size).toBe(tools.length);
        for (const name of given) expect(name).toMatch(PATTERNS[profile]);
        expect(given.map((name) => ({ name: fromModel(name), source: sourceOf(name) }))).toEqual(tools);
      }),
    );
  });

  test('does not depend on the order of the list', () => {
    verifies('C33');
    const shuffled = someTools.chain((tools) =>
      fc.tuple(fc.constant(tools), fc.shuffledSubarray(tools, { minLength: tools.length })),
    );
    fc.assert(
      fc.property(shuffled, profiles, ([tools, other], profile) => {
        const [one, two] = [toolNames(tools, profile), toolNames(other, profile)];
        for (const { name, source } of tools)
          expect(two.toModel(name, source)).toBe(one.toModel(name, source));
      }),
    );
  });
});

describe('stableHash', () => {
  test('is 64-bit FNV-1a over the code units and the lengths', () => {
    const expected = (...texts: readonly string[]): string => {
      let hash = 0xcbf29ce484222325n;
      const take = (byte: number): void => {
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
      };
      for (const text of texts) {
        for (const unit of text.split('').map((c) => c.charCodeAt(0))) [unit & 255, unit >> 8].forEach(take);
        [0, 8, 16, 24].map((shift) => (text.length >> shift) & 255).forEach(take);
      }
      const digits = (half: bigint): string => (half & 0x1ffffffn).toString(32).padStart(5, '0');
      return digits(hash >> 32n) + digits(hash);
    };
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        expect(stableHash(...texts)).toBe(expected(...texts));
      }),
    );
  });

  test('knows where one text ends', () => {
    expect(stableHash('a', 'b')).not.toBe(stableHash('ab'));
    expect(stableHash('ab', '')).not.toBe(stableHash('a', 'b'));
  });
});
