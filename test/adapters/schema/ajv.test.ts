import { describe, expect, test } from '@jest/globals';
import { ajvSchemas } from '../../../src/adapters/schema/ajv.js';
import { schemaValidatorContract } from '../../../src/ports/contracts/schema-validator.js';
import type { Json } from '../../../src/domain/json.js';
import type { JsonSchema } from '../../../src/domain/tool.js';
import { verifies } from '../../requirements.js';

const check = (schema: JsonSchema, value: Json): readonly { path: string; message: string }[] =>
  ajvSchemas().compile(schema)(value);
const passes = (schema: JsonSchema, value: Json): boolean => check(schema, value).length === 0;
const refusal = (schema: JsonSchema): string => {
  try {
    ajvSchemas().compile(schema);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ERR_INVALID_SCHEMA' });
    return (error as Error).message;
  }
  return 'accepted';
};

describe('ajvSchemas', () => {
  schemaValidatorContract({ describe, test }, { create: ajvSchemas });

  test('T20: a pattern that backtracks without end blocks for less than 50 ms', () => {
    verifies('T20');
    const schema = {
      patternProperties: { '^(a+)+$': { type: 'number' } },
      properties: { b: { pattern: '^(a+)+$' } },
    };
    const run = ajvSchemas().compile(schema);
    run({ b: 'a' });
    for (const n of [32, 50_000]) {
      const text = `${'a'.repeat(n)}!`;
      const began = performance.now();
      expect(run({ b: text, [text]: 'x' }).map(({ path }) => path)).toEqual(['/b']);
      expect(performance.now() - began).toBeLessThan(50);
    }
  });
});

/** `levels` schemas, each of which applies the next one twice. */
function doubling(levels: number): JsonSchema {
  const $defs: Record<string, JsonSchema> = { [`s${levels}`]: { type: 'string' } };
  for (let i = 0; i < levels; i++)
    $defs[`s${i}`] = { allOf: [{ $ref: `#/$defs/s${i + 1}` }, { $ref: `#/$defs/s${i + 1}` }] };
  return { $ref: '#/$defs/s0', $defs };
}

function shared(levels: number): JsonSchema {
  let schema: JsonSchema = { type: 'string' };
  for (let i = 0; i < levels; i++) schema = { allOf: [schema, schema] };
  return schema;
}

function deep(levels: number): JsonSchema {
  let schema: JsonSchema = { type: 'string' };
  for (let i = 0; i < levels; i++) schema = { type: 'object', properties: { a: schema } };
  return schema;
}

describe('T21: schema bombs are refused by name, at once', () => {
  ajvSchemas().compile({ type: 'object', pattern: 'warm' });

  test.each<[string, () => JsonSchema, RegExp]>([
    ['a schema that is itself', () => ({ $ref: '#' }), /refers to itself on the same value/],
    [
      'definitions that refer to each other',
      () => ({
        $defs: { a: { $ref: '#/$defs/b' }, b: { anyOf: [{ $ref: '#/$defs/a' }] } },
        properties: { x: { $ref: '#/$defs/a' } },
      }),
      /refers to itself on the same value/,
    ],
    ['5 000 levels of properties', () => deep(5_000), /at \/properties\/a.*nests over 200 levels deep/],
    ['5 000 levels of const', () => ({ const: deep(5_000) }), /nests over 200 levels deep/],
    ['allOf doubled 20 times by reference', () => doubling(20), /unfolds to over 10000 checks/],
    ['allOf doubled 20 times by sharing', () => shared(20), /over 20000 values/],
    [
      'a remote reference',
      () => ({ properties: { a: { $ref: 'http://127.0.0.1:9/x' } } }),
      /at \/properties\/a\/\$ref.*nothing is fetched/,
    ],
    ['a file reference', () => ({ $ref: 'file:///etc/passwd' }), /nothing is fetched/],
    ['a chain of 2 000 references', () => chain(2_000), /over 2000 schemas/],
    [
      'a pattern that unfolds',
      () => ({ pattern: '[a-c]{0,1000}'.repeat(150) }),
      /at \/pattern.*repeats too much/,
    ],
    [
      'a pattern that unfolds inside',
      () => ({ pattern: `(?:${'[a-c]?'.repeat(300)}){1000}` }),
      /at \/pattern.*repeats too much/,
    ],
    ['1 900 patterns that unfold', () => ({ patternProperties: manyPatterns() }), /repeats too much/],
    ['3 000 schemas', () => ({ anyOf: Array.from({ length: 3_000 }, () => ({})) }), /over 2000 schemas/],
    ['references that overlap', () => overlapping(), /unfolds to over 5000 schemas/],
  ])('%s', (_, make, message) => {
    verifies('T21');
    const schema = make();
    const began = performance.now();
    expect(refusal(schema)).toMatch(message);
    expect(performance.now() - began).toBeLessThan(100);
  });

  test('a cycle made of live objects is refused too', () => {
    verifies('T21');
    const schema: { properties: Record<string, JsonSchema> } = { properties: {} };
    schema.properties['a'] = schema;
    expect(refusal(schema)).toMatch(/nests over 200 levels deep/);
  });

  test('a tree schema stays legal, and one that doubles with depth ends', () => {
    verifies('T21');
    const tree = {
      $defs: { t: { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/t' } } } } },
      $ref: '#/$defs/t',
    };
    expect(check(tree, { kids: [{ kids: [] }, { kids: [{ kids: 1 }] }] })).toEqual([
      { path: '/kids/1/kids/0/kids', message: 'must be array' },
    ]);
    const twice = { allOf: [{ properties: { a: { $ref: '#' } } }, { properties: { a: { $ref: '#' } } }] };
    let value: Json = {};
    for (let i = 0; i < 60; i++) value = { a: value };
    const run = ajvSchemas().compile(twice);
    expect(run({ a: { a: {} } })).toEqual([]);
    const began = performance.now();
    expect(run(value)).toEqual([{ path: '', message: expect.stringMatching(/could not be checked/) }]);
    expect(performance.now() - began).toBeLessThan(250);
  });

  test('a value too deep for the stack is a problem, not a crash', () => {
    verifies('T21');
    let value: Json = 1;
    for (let i = 0; i < 100_000; i++) value = { a: value };
    expect(check({ properties: { a: { $ref: '#' } } }, value)).toHaveLength(1);
  });

  test('a long list of like items is checked and its duplicates found in linear time', () => {
    const items = Array.from({ length: 50_000 }, (_, i) => ({ i }));
    const run = ajvSchemas().compile({
      uniqueItems: true,
      items: { $ref: '#/$defs/i' },
      $defs: { i: { type: 'object' } },
    });
    const began = performance.now();
    expect(run(items)).toEqual([]);
    expect(run([...items, { i: 7 }])).toEqual([{ path: '', message: 'must NOT have duplicate items' }]);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

function manyPatterns(): Record<string, JsonSchema> {
  return Object.fromEntries(Array.from({ length: 1_900 }, (_, i) => [`^(a{0,900}${i})$`, {}]));
}

function chain(length: number): JsonSchema {
  const $defs: Record<string, JsonSchema> = { [`c${length}`]: {} };
  for (let i = 0; i < length; i++) $defs[`c${i}`] = { properties: { a: { $ref: `#/$defs/c${i + 1}` } } };
  return { $ref: '#/$defs/c0', $defs };
}

function overlapping(): JsonSchema {
  let place = '#';
  const refs: JsonSchema[] = [];
  for (let i = 0; i < 90; i++) refs.push({ properties: { a: { $ref: (place += '/properties/a') } } });
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`p${i}`, {}]));
  let schema: JsonSchema = { properties: wide };
  for (let i = 0; i < 90; i++) schema = { properties: { a: schema } };
  return { ...schema, items: { anyOf: refs } };
}

describe('patterns', () => {
  test.each<[string, string, boolean]>([
    ['^\\d+$', '123', true],
    ['^\\d+$', '123\n', false],
    ['^.$', '\u{1f600}', true],
    ['^.$', '\u2028', false],
    ['^\\s$', '\u00a0', true],
    ['^[\\s]$', '\ufeff', true],
    ['^\\S$', '\u00a0', false],
    ['^[\\Sx]$', 'y', true],
    ['^[^]$', '\n', true],
    ['[]', 'x', false],
    ['^[[:a]+$', '[:a', true],
    ['^\\u0041\\x42\\cJ\\0$', 'AB\n\0', true],
    ['^\\uD83D\\uDE00$', '\u{1f600}', true],
    ['^\\u{1F600}$', '\u{1f600}', true],
    ['^\\p{Script=Greek}\\p{Lu}$', 'αX', true],
    ['^\\P{L}$', 'a', false],
    ['^(?<year>\\d{4})-\\d\\d$', '2024-01', true],
    ['^[a-z\\-_]+\\@\\/\\_$', 'a-b_@/_', true],
    ['^[\\b]$', '\b', true],
    ['\\bfoo\\b', 'a foo b', true],
    ['^(?:a|b)*?c$', 'ababc', true],
    ['^[(?<]x]$', '<x]', true],
  ])('%j on %j is %j, as in ECMAScript', (pattern, text, expected) => {
    expect(passes({ pattern }, text)).toBe(expected);
    const native = (flags: string): RegExp => new RegExp(pattern, flags);
    const ecma = ((): RegExp => {
      try {
        return native('u');
      } catch {
        return native('');
      }
    })();
    expect(ecma.test(text)).toBe(expected);
  });

  test.each<[string, RegExp]>([
    ['(?=a)b', /look-around "\(\?=…\)"/],
    ['(?<!a)b', /look-around/],
    ['(a)\\1', /back reference "\\1"/],
    ['(?<n>a)\\k<n>', /back reference "\\k"/],
    ['\\Aa\\z', /the escape "\\A" has no meaning/],
    ['(?i)a', /no ECMAScript regular expression/],
    ['(', /no ECMAScript regular expression/],
    ['^a{1,5000}$', /invalid repeat count/],
    ['a'.repeat(2_001), /over 2000 characters/],
  ])('%j is refused, naming the place', (pattern, reason) => {
    expect(refusal({ properties: { 'a/b': { pattern } } })).toMatch(reason);
    expect(refusal({ properties: { 'a/b': { pattern } } })).toContain('/properties/a~1b/pattern');
    expect(refusal({ patternProperties: { [pattern]: {} } })).toMatch(reason);
  });
});

describe('dialects and references', () => {
  test.each<[string, string]>([
    ['http://json-schema.org/draft-04/schema#', 'draft-04'],
    ['https://example.com/mine', 'example'],
  ])('%s is refused by name', ($schema, part) => {
    expect(refusal({ $schema })).toMatch(new RegExp(`at /\\$schema.*${part}.*use draft-07`));
  });

  test.each<[string, JsonSchema, Json, Json]>([
    [
      'an $id of its own',
      { $id: 'https://x.test/t', type: 'object', properties: { n: { $ref: 'https://x.test/t' } } },
      { n: {} },
      { n: 1 },
    ],
    [
      'a nested $id',
      { items: { $id: 'T0', type: 'object', properties: { n: { items: { $ref: 'T0' } } } } },
      [{ n: [{}] }],
      [{ n: [1] }],
    ],
    ['an $anchor', { items: { $ref: '#s' }, $defs: { x: { $anchor: 's', type: 'string' } } }, ['a'], [1]],
    [
      'a $dynamicRef',
      { $dynamicAnchor: 'n', type: 'object', properties: { n: { $dynamicRef: '#n' } } },
      { n: {} },
      { n: 1 },
    ],
    [
      'definitions',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $ref: '#/definitions/a~1b',
        definitions: { 'a/b': { type: 'string' } },
      },
      'x',
      1,
    ],
    ['escaped pointers', { $ref: '#/$defs/a~1b~0c%20d', $defs: { 'a/b~c d': { type: 'string' } } }, 'x', 1],
    [
      'a boolean definition',
      { properties: { a: { $ref: '#/$defs/no' } }, $defs: { no: false } },
      {},
      { a: 1 },
    ],
    [
      '2019-09',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        properties: { n: { $recursiveRef: '#' } },
        type: 'object',
      },
      { n: {} },
      { n: 1 },
    ],
    ['a sibling of $ref', { $ref: '#/$defs/s', minLength: 2, $defs: { s: { type: 'string' } } }, 'ab', 'a'],
  ])('%s', (_, schema, good, bad) => {
    expect(passes(schema, good)).toBe(true);
    expect(passes(schema, bad)).toBe(false);
  });

  test.each<[string, JsonSchema, RegExp]>([
    ['a list under items', { items: [{}] }, /at \/items, a list of schemas is draft-07; use "prefixItems"/],
    [
      'a negative length',
      { properties: { a: { minLength: -1 } } },
      /at \/properties\/a\/minLength, it must be a whole number/,
    ],
    [
      'a required that is no list',
      { required: 'a' },
      /at \/required, it must be an array of strings, not a string/,
    ],
    [
      'a schema that is none',
      { properties: { a: 'string' } },
      /at \/properties\/a, a schema must be an object or a boolean/,
    ],
    [
      'a reference to data',
      { $ref: '#/x-more/a', 'x-more': { a: {} } },
      /points at no schema of this document/,
    ],
    [
      'one id twice',
      { $defs: { a: { $id: 'x' }, b: { $id: 'x' } } },
      /another schema of the document has the same id/,
    ],
    [
      'a property named __proto__',
      JSON.parse('{"properties":{"__proto__":{}}}') as JsonSchema,
      /"__proto__" cannot be honoured/,
    ],
  ])('%s is refused, naming the place', (_, schema, message) => {
    expect(refusal(schema)).toMatch(message);
  });

  test('what is no keyword is an annotation', () => {
    const schema = {
      type: 'string',
      nullable: true,
      format: 'date',
      id: 'x',
      discriminator: {},
      'x-any': { $ref: 'http://x' },
      $data: 1,
    };
    expect(passes(schema, 'no date')).toBe(true);
    expect(passes(schema, null)).toBe(true);
    expect(passes({ nullable: true, enum: ['a'] }, null)).toBe(false);
  });
});

describe('own keys alone count', () => {
  const hostile = JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":2}') as Json;

  test.each<[string, JsonSchema, Json, boolean]>([
    ['an inherited name is not there', { required: ['toString'] }, {}, false],
    ['an inherited name is not typed', { properties: { constructor: { type: 'string' } } }, {}, true],
    ['an own one is', { properties: { constructor: { type: 'string' } } }, hostile, false],
    ['__proto__ can be required', { required: ['__proto__'] }, hostile, true],
    ['and is absent where it is not own', { required: ['__proto__'] }, {}, false],
    ['its members are not the value’s', { required: ['a'] }, hostile, false],
    [
      'it is an additional property',
      { additionalProperties: false },
      JSON.parse('{"__proto__":1}') as Json,
      false,
    ],
    ['patterns see it', { patternProperties: { proto: { type: 'string' } } }, hostile, false],
    ['so do names', { propertyNames: { maxLength: 8 } }, hostile, false],
    ['unevaluated, known statically', { unevaluatedProperties: false }, hostile, false],
    [
      'unevaluated, known at run time',
      { anyOf: [{ patternProperties: { '^x': {} } }], unevaluatedProperties: false },
      { toString: 1 },
      false,
    ],
    ['unique strings', { items: { type: 'string' }, uniqueItems: true }, ['__proto__', 'toString'], true],
    ['equal values with hostile names', { const: { valueOf: 1 } }, { valueOf: 2 }, false],
  ])('%s', (_, schema, value, expected) => {
    expect(passes(schema, value)).toBe(expected);
  });
});

describe('problems', () => {
  test('name the place, say what is allowed, and are bounded', () => {
    const schema = {
      properties: { a: { enum: ['x', 'y'] }, b: { const: 3 } },
      required: ['c'],
      additionalProperties: false,
    };
    expect(check(schema, { a: 1, b: 2, 'd/e': 1 })).toEqual(
      expect.arrayContaining([
        { path: '/a', message: 'must be one of "x", "y"' },
        { path: '/b', message: 'must be 3' },
        { path: '', message: "must have required property 'c'" },
        { path: '/d~1e', message: 'is not a property that the schema allows' },
      ]),
    );
    expect(
      check(
        { items: { type: 'string' } },
        Array.from({ length: 100 }, () => 1),
      ),
    ).toHaveLength(32);
    const long = check({ additionalProperties: false }, { ['k'.repeat(10_000)]: 1 });
    expect(long[0]?.path.length).toBeLessThan(300);
  });

  test('a large value that fails is answered soon, with its first problem', () => {
    const run = ajvSchemas().compile({ items: { $ref: '#/$defs/i' }, $defs: { i: { type: 'string' } } });
    const began = performance.now();
    expect(run(Array.from({ length: 100_000 }, () => 1))).toEqual([
      { path: '/0', message: 'must be string' },
    ]);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
