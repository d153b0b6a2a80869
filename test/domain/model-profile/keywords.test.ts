import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/domain/json.js';
import { modelSchema } from '../../../src/domain/model-profile/model-schema.js';
import { shown, shownProperty, someSchema } from './some-schema.js';

describe('keywords that a provider does not take', () => {
  test('are said in the description beside them', () => {
    const price = { type: 'number', description: 'In euros.', exclusiveMinimum: 0, multipleOf: 0.01 };
    expect(shownProperty(price, 'gemini')).toEqual({
      type: 'number',
      description: 'In euros.\nMust also match this JSON Schema: {"exclusiveMinimum":0,"multipleOf":0.01}',
    });
    expect(shownProperty(price, 'bedrock')).toEqual(price);
    expect(shownProperty({ type: 'string', examples: ['x'] }, 'gemini')).toEqual({
      type: 'string',
      description: 'Also noted: {"examples":["x"]}',
    });
    const schema = { type: 'object', properties: { p: { type: 'string', format: 'email' } } };
    expect(modelSchema(schema, 'gemini').notes).toEqual(['"format" is put in words.']);
  });

  test('gemini: null is a mark, every schema has one type, and text alone is listed', () => {
    expect(shownProperty({ type: ['string', 'null'] }, 'gemini')).toEqual({ type: 'string', nullable: true });
    expect(
      shownProperty({ anyOf: [{ type: 'integer' }, { type: 'null' }], title: 'N', default: null }, 'gemini'),
    ).toEqual({
      type: 'integer',
      title: 'N',
      default: null,
      nullable: true,
    });
    expect(
      shownProperty({ type: ['string', 'number'], minLength: 1, minimum: 2, description: 'D.' }, 'gemini'),
    ).toEqual({
      anyOf: [
        { type: 'string', minLength: 1, description: 'D.' },
        { type: 'number', minimum: 2 },
      ],
    });
    expect(shownProperty({ const: 'a' }, 'gemini')).toEqual({ type: 'string', enum: ['a'] });
    expect(shownProperty({ enum: ['a', null] }, 'gemini')).toEqual({
      type: 'string',
      enum: ['a'],
      nullable: true,
    });
    expect(shownProperty({ enum: [1, 2] }, 'gemini')).toEqual({
      type: 'number',
      description: 'Must also match this JSON Schema: {"enum":[1,2]}',
    });
    expect(shownProperty({}, 'gemini')).toMatchObject({
      anyOf: [{ type: 'string' }, {}, {}, { type: 'object' }],
    });
    expect(shownProperty({ type: 'array' }, 'gemini')).toMatchObject({
      type: 'array',
      items: { anyOf: [{}, {}, {}, {}] },
    });
    expect(shownProperty({ type: 'object', properties: {}, required: ['a'] }, 'gemini')).toEqual({
      type: 'object',
      description: 'Must also match this JSON Schema: {"required":["a"]}',
    });
  });

  test('gemini: a choice stands alone, and each branch takes over what stood beside it', () => {
    const a = { a: { type: 'string' }, b: { type: 'string' } };
    const either = { type: 'object', properties: a, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(shownProperty(either, 'gemini')).toEqual({
      anyOf: [
        { type: 'object', properties: a, required: ['a'] },
        { type: 'object', properties: a, required: ['b'] },
      ],
    });
  });

  test('gemini: no keyword is left that it refuses, whatever the schema', () => {
    const taken = new Set(
      'type title description default enum properties required items anyOf format minimum maximum minLength maxLength pattern minItems maxItems nullable minProperties maxProperties'.split(
        ' ',
      ),
    );
    const check = (schema: JsonObject): void => {
      for (const keyword of Object.keys(schema)) expect(taken).toContain(keyword);
      if (schema['anyOf'] === undefined) expect(typeof schema['type']).toBe('string');
      else expect(Object.keys(schema)).toEqual(['anyOf']);
      for (const inner of (schema['anyOf'] ?? []) as readonly JsonObject[]) check(inner);
      if (schema['items'] !== undefined) check(schema['items'] as JsonObject);
      for (const inner of Object.values((schema['properties'] ?? {}) as JsonObject))
        check(inner as JsonObject);
    };
    fc.assert(fc.property(someSchema, (schema) => check(shown(schema, 'gemini'))));
  });

  test('a keyword whose value is no value of it is left out and noted', () => {
    const schema = { type: 'object', properties: { p: { type: 'strnig', required: true } }, required: 'p' };
    const { schema: written, notes } = modelSchema(schema, 'anthropic');
    expect(written).toEqual({ type: 'object', properties: { p: {} } });
    expect(notes.join()).toMatch(/"required" is left out.*"type" is left out/);
  });
});
