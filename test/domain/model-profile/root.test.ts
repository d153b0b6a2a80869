import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../src/domain/json.js';
import { modelSchema } from '../../../src/domain/model-profile/model-schema.js';
import { MODEL_PROFILES } from '../../../src/domain/model-profile/profile.js';
import { verifies } from '../../requirements.js';
import { shown } from './some-schema.js';

const Q = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

describe('the root', () => {
  test.each(['anyOf', 'oneOf'] as const)(
    '%s of required names is put in words beside plain properties',
    (keyword) => {
      verifies('C31');
      const properties = { a: { type: 'string' }, b: { type: 'integer' } };
      const schema = { type: 'object', properties, [keyword]: [{ required: ['a'] }, { required: ['b'] }] };
      const many = keyword === 'anyOf' ? 'At least one' : 'Exactly one';
      for (const profile of MODEL_PROFILES) {
        expect(modelSchema(schema, profile)).toEqual({
          schema: {
            type: 'object',
            properties,
            description: `${many} of these must hold: (1) "a" is given; (2) "b" is given.`,
          },
          notes: [`"${keyword}" at the root is put in words.`],
        });
      }
    },
  );

  test('a union of objects shows the properties of every branch, and requires what all of them do', () => {
    verifies('C31');
    const branch = (kind: string, extra: JsonObject): JsonObject => ({
      type: 'object',
      properties: { kind: { const: kind }, ...extra },
      required: ['kind', ...Object.keys(extra)],
    });
    const schema = {
      oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }],
      $defs: { A: branch('a', { x: { type: 'string', description: 'An x.' } }), B: branch('b', {}) },
    };
    const written = shown(schema, 'anthropic');
    expect(written).toMatchObject({
      type: 'object',
      properties: { kind: { anyOf: [{ const: 'a' }, { const: 'b' }] }, x: { description: 'An x.' } },
      required: ['kind'],
    });
    expect(written['description']).toContain('"required":["kind","x"]');
    expect(Object.keys(written)).not.toContain('oneOf');
  });

  test('allOf and a reference at the root become one object', () => {
    verifies('C31');
    const schema = {
      $ref: '#/definitions/Args',
      definitions: {
        Args: { allOf: [Q, { properties: { n: { type: 'integer' } }, required: ['n'] }] },
      },
    };
    for (const profile of MODEL_PROFILES) {
      expect(shown(schema, profile)).toEqual({
        type: 'object',
        properties: { text: { type: 'string' }, n: { type: 'integer' } },
        required: ['text', 'n'],
      });
    }
  });

  test.each([[{ type: 'object' }], [{}], [true], [undefined], [null], ['text'], [[]]])(
    'of %j has a type and properties',
    (schema) => {
      verifies('C31');
      for (const profile of MODEL_PROFILES) {
        expect(modelSchema(schema, profile)).toEqual({
          schema: { type: 'object', properties: {} },
          notes: [],
        });
      }
    },
  );

  test('conditions and other keywords that no root takes are put in words', () => {
    verifies('C31');
    const conditions = { if: { required: ['a'] }, then: { required: ['b'] }, minProperties: 1 };
    for (const profile of MODEL_PROFILES) {
      const { description, ...rest } = shown(
        { type: 'object', description: 'Pays.', ...conditions },
        profile,
      );
      expect(rest).toEqual({ type: 'object', properties: {} });
      expect(description).toBe(`Pays.\nMust also match this JSON Schema: ${JSON.stringify(conditions)}`);
    }
    expect(shown({ type: 'object', additionalProperties: false }, 'bedrock')).toEqual({
      type: 'object',
      properties: {},
      description: 'No other properties are allowed.',
    });
    expect(shown({ type: 'object', additionalProperties: false }, 'openai')['additionalProperties']).toBe(
      false,
    );
    expect(shown(false, 'openai')['description']).toContain('{"not":{}}');
  });

  test('an argument whose name the provider refuses is told of in words', () => {
    const schema = {
      type: 'object',
      properties: { 'Account No': { type: 'string' } },
      required: ['Account No'],
    };
    for (const profile of ['anthropic', 'bedrock'] as const) {
      expect(shown(schema, profile)['properties']).toEqual({});
      expect(shown(schema, profile)['description']).toContain('"Account No":{"type":"string"}');
    }
    expect(shown(schema, 'openai')).toEqual(schema);
  });
});
