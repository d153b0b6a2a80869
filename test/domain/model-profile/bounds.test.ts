import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/domain/json.js';
import { modelSchema } from '../../../src/domain/model-profile/model-schema.js';
import { MODEL_PROFILES } from '../../../src/domain/model-profile/profile.js';
import { verifies } from '../../requirements.js';
import { shown } from './some-schema.js';

describe('a schema without end', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => {
      const next = { $ref: `#/$defs/d${i + 1}` };
      return [`d${i}`, { allOf: [next, next] }];
    }),
  );
  let deep: JsonObject = { type: 'string' };
  for (let i = 0; i < 5_000; i++) deep = { type: 'object', properties: { a: deep } };
  let shared: JsonObject = { type: 'object' };
  for (let i = 0; i < 30; i++) shared = { allOf: [shared, shared] };
  const cycle: { [key: string]: Json } = { type: 'object' };
  cycle['properties'] = { me: cycle };

  test.each<[string, JsonObject]>([
    ['5,000 levels', deep],
    ['allOf that doubles', { $ref: '#/$defs/d0', $defs: { ...doubling, d20: { type: 'object' } } }],
    ['one object in many places', shared],
    ['an object inside itself', cycle],
  ])('%s: is shown as a plain object within 100 ms', (_name, schema) => {
    for (const profile of MODEL_PROFILES) {
      modelSchema({ type: 'object' }, profile);
      const start = performance.now();
      const { schema: written, notes } = modelSchema(schema, profile);
      expect(performance.now() - start).toBeLessThan(100);
      expect(written).toMatchObject({ type: 'object', properties: {} });
      expect(written['description']).toMatch(/too large to be shown/);
      expect(notes).toHaveLength(1);
    }
  });

  test.each([
    { $ref: '#' },
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  ])('a reference to itself ends: %j', (schema) => {
    verifies('C30');
    for (const profile of MODEL_PROFILES) {
      expect(shown(schema, profile)).toMatchObject({ type: 'object', properties: {} });
    }
  });

  test('nothing is thrown for any JSON, and what is shown is an object schema', () => {
    const keyword = fc.constantFrom(
      ...[
        'type',
        'properties',
        'required',
        'items',
        'anyOf',
        'oneOf',
        'allOf',
        'not',
        'enum',
        'const',
        '$ref',
      ],
      ...[
        '$defs',
        'prefixItems',
        'dependencies',
        'nullable',
        'description',
        'additionalProperties',
        '__proto__',
      ],
      ...[
        'minimum',
        'exclusiveMinimum',
        'format',
        'default',
        '$id',
        'if',
        'then',
        'dependentSchemas',
        'x-own',
      ],
    );
    const word = fc.constantFrom(
      'object',
      'string',
      'array',
      'null',
      '#',
      '#/$defs/a',
      '#/properties/a',
      'a',
      '',
    );
    const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 5 },
        word,
        fc.constantFrom<Json>(true, false, null, 0, -1.5),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(fc.oneof({ weight: 6, arbitrary: keyword }, fc.constant('a')), tie('schema'), {
          maxKeys: 5,
        }),
      ),
    }));
    fc.assert(
      fc.property(schema, fc.constantFrom(...MODEL_PROFILES), (source, profile) => {
        const written = shown(source, profile);
        expect(written).toMatchObject({ type: 'object', properties: {} });
        expect(JSON.parse(JSON.stringify(written))).toEqual(written);
      }),
      { numRuns: 500 },
    );
  });
});
