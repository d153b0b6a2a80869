import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  canonicalJson,
  copyJson,
  frozenJson,
  NotJsonError,
  toJson,
  type Json,
} from '../../src/domain/json.js';
import { verifies } from '../requirements.js';

const anyJson = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<Json>;

describe('JSON', () => {
  test('what is JSON already passes by reference', () => {
    verifies('V09', 'RC-5');
    fc.assert(fc.property(anyJson, (value) => expect(toJson(value, 'v')).toBe(value)));
  });

  test.each<[string, () => unknown, string]>([
    ['a Map', () => ({ a: { b: new Map() } }), 'v.a.b is a Map'],
    ['a Set', () => [new Set()], 'v[0] is a Set'],
    ['a function', () => ({ f: () => 1 }), 'v.f is a function'],
    ['a symbol', () => Symbol('s'), 'v is a symbol'],
    ['a bigint', () => ({ n: 1n }), 'v.n is a bigint'],
    ['NaN', () => [1, NaN], 'v[1] is NaN'],
    ['Infinity', () => Infinity, 'v is Infinity'],
    ['an instance of a class', () => new (class Order {})(), 'v is a Order'],
    ['undefined in a list', () => [undefined], 'v[0] is undefined'],
    ['a regular expression', () => /x/, 'v is a RegExp'],
  ])('%s is refused by its path', (_, make, message) => {
    verifies('V09');
    expect(() => toJson(make(), 'v')).toThrow(NotJsonError);
    expect(() => toJson(make(), 'v')).toThrow(message);
  });

  test('a cycle is refused and not followed', () => {
    verifies('V09');
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(() => toJson(loop, 'v')).toThrow(NotJsonError);
  });

  test('what says how it is written as JSON is written so, and absent properties are left out', () => {
    verifies('V09');
    const at = new Date(0);
    expect(toJson({ at, gone: undefined, kept: null, list: [{ at }] }, 'v')).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      kept: null,
      list: [{ at: '1970-01-01T00:00:00.000Z' }],
    });
  });

  test('keys that could reach a prototype stay plain own keys', () => {
    verifies('T31');
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"approved":true},"constructor":{"prototype":{"x":1}},"n":null}',
    );
    const text = JSON.stringify(hostile);
    for (const made of [toJson(hostile, 'v'), copyJson(hostile as Json), frozenJson(hostile, 'v')]) {
      expect(JSON.stringify(made)).toBe(text);
      expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    }
    const changed = toJson({ ...(hostile as object), gone: undefined, ['__proto__']: { a: 1 } }, 'v');
    expect(Object.hasOwn(changed as object, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['approved']).toBeUndefined();
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('a frozen copy shares nothing with its source and cannot be changed', () => {
    verifies('T32');
    const source = { a: { list: [1, { b: 2 }] } };
    const frozen = frozenJson(source, 'v') as typeof source;
    source.a.list.push(3);
    expect(frozen).toEqual({ a: { list: [1, { b: 2 }] } });
    expect(() => frozen.a.list.push(3)).toThrow(TypeError);
    expect(() => Object.assign(frozen.a.list[1] as object, { b: 3 })).toThrow(TypeError);
  });

  test('equal values have one canonical text, whatever the order of their keys', () => {
    verifies('T32');
    const shuffled = (value: Json): Json => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map(shuffled);
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, item]) => [key, shuffled(item)]),
      );
    };
    fc.assert(
      fc.property(anyJson, anyJson, (a, b) => {
        expect(canonicalJson(shuffled(a))).toBe(canonicalJson(a));
        expect(JSON.parse(canonicalJson(a))).toEqual(JSON.parse(JSON.stringify(a)));
        expect(canonicalJson(a) === canonicalJson(b)).toBe(canonicalJson(b) === canonicalJson(shuffled(a)));
      }),
    );
  });
});
