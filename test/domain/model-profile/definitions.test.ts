import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ajvSchemas } from '../../../src/adapters/schema/ajv.js';
import { modelSchema } from '../../../src/domain/model-profile/model-schema.js';
import { MODEL_PROFILES } from '../../../src/domain/model-profile/profile.js';
import { verifies } from '../../requirements.js';
import { shown, shownProperty, someSchema, someValue } from './some-schema.js';

const Q = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

describe('definitions and dialects', () => {
  test.each(['$defs', 'definitions'])(
    'what %s holds reaches the model: kept, or written where it is meant',
    (under) => {
      verifies('C30');
      const schema = { type: 'object', properties: { q: { $ref: `#/${under}/Q` } }, [under]: { Q } };
      for (const profile of ['anthropic', 'openai'] as const) {
        expect(shown(schema, profile)).toEqual({
          type: 'object',
          properties: { q: { $ref: '#/$defs/Q' } },
          $defs: { Q },
        });
      }
      for (const profile of ['gemini', 'bedrock'] as const) {
        expect(shown(schema, profile)).toEqual({ type: 'object', properties: { q: Q } });
      }
    },
  );

  test.each(['2020-12/schema', '2019-09/schema', '../draft-07/schema#', '../draft-04/schema#'])(
    'a schema that names draft %s has the same meaning, and the name is not sent',
    (draft) => {
      verifies('C30');
      const $schema = new URL(draft, 'http://json-schema.org/draft/').href;
      const unnamed = { type: 'object', properties: { q: { $ref: '#/definitions/Q' } }, definitions: { Q } };
      const schema = { $schema, ...unnamed };
      for (const profile of MODEL_PROFILES) {
        expect(modelSchema(schema, profile)).toEqual(modelSchema(unnamed, profile));
        expect(JSON.stringify(shown(schema, profile))).not.toContain('$schema');
      }
    },
  );

  test('the keywords of older drafts are written as those of today', () => {
    verifies('C30');
    expect(shownProperty({ type: 'integer', minimum: 0, exclusiveMinimum: true }, 'anthropic')).toEqual({
      type: 'integer',
      exclusiveMinimum: 0,
    });
    expect(shownProperty({ type: 'number', maximum: 9, exclusiveMaximum: false }, 'anthropic')).toEqual({
      type: 'number',
      maximum: 9,
    });
    expect(
      shownProperty({ type: 'array', items: [{ type: 'string' }], additionalItems: false }, 'openai'),
    ).toEqual({
      type: 'array',
      prefixItems: [{ type: 'string' }],
      items: false,
    });
    expect(shownProperty({ dependencies: { a: ['b'], c: { required: ['d'] } } }, 'openai')).toEqual({
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { required: ['d'] } },
    });
    expect(shownProperty({ type: 'string', nullable: true }, 'openai')).toEqual({ type: ['string', 'null'] });
  });

  test('up to draft-07 nothing beside a $ref counts but what describes', () => {
    verifies('C30');
    const beside = { $ref: '#/definitions/Q', description: 'The query.', required: ['more'] };
    const schema = { type: 'object', properties: { q: beside }, definitions: { Q } };
    const old = { ...schema, $schema: 'http://json-schema.org/draft-07/schema#' };
    expect(shown(old, 'bedrock')['properties']).toEqual({ q: { ...Q, description: 'The query.' } });
    expect(shown(schema, 'bedrock')['properties']).toEqual({
      q: { ...Q, required: ['more', 'text'], description: 'The query.' },
    });
  });

  test('ids, anchors and escaped names are followed within the document; nothing outside is', () => {
    verifies('C30');
    const schema = {
      $id: 'https://example.com/args',
      type: 'object',
      properties: {
        a: { $ref: 'https://example.com/args#/$defs/A~1B%20C' },
        b: { $ref: '#named' },
        c: { $ref: 'inner' },
        d: { $ref: 'https://elsewhere.example/x.json' },
      },
      $defs: {
        'A/B C': { type: 'string' },
        N: { $anchor: 'named', type: 'integer' },
        I: { $id: 'inner', $ref: '#/$defs/deep', $defs: { deep: { type: 'boolean' } } },
      },
    };
    const { schema: written, notes } = modelSchema(schema, 'bedrock');
    expect(written['properties']).toMatchObject({
      a: { type: 'string' },
      b: { type: 'integer' },
      c: { type: 'boolean' },
      d: { description: 'Must match "https://elsewhere.example/x.json", which is not part of this schema.' },
    });
    expect(notes).toEqual([expect.stringContaining('nothing is fetched')]);
  });

  test('two definitions of one name stay two', () => {
    verifies('C30');
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/X' }, b: { $ref: '#/definitions/X' } },
      $defs: { X: { type: 'string' } },
      definitions: { X: { type: 'integer' } },
    };
    expect(shown(schema, 'anthropic')).toEqual({
      type: 'object',
      properties: { a: { $ref: '#/$defs/X' }, b: { $ref: '#/$defs/X_2' } },
      $defs: { X: { type: 'string' }, X_2: { type: 'integer' } },
    });
  });

  test('recursion is kept where references are, and ends where they are not', () => {
    verifies('C30');
    const tree = { type: 'object', properties: { sub: { $ref: '#/$defs/tree' } } };
    const schema = { type: 'object', properties: { t: { $ref: '#/$defs/tree' } }, $defs: { tree } };
    expect(shown(schema, 'openai')).toEqual(schema);
    const cut = { type: 'object', description: 'The same structure again, to any depth; levels shown: 2.' };
    const { schema: written, notes } = modelSchema(schema, 'gemini');
    expect(written['properties']).toEqual({
      t: { type: 'object', properties: { sub: { type: 'object', properties: { sub: cut } } } },
    });
    expect(notes).toEqual(['A schema that holds itself is shown 2 deep.']);
    const self = shown({ type: 'object', properties: { a: { $ref: '#' } } }, 'anthropic');
    expect(self).toMatchObject({
      properties: { a: { $ref: '#/$defs/root' } },
      $defs: { root: { type: 'object' } },
    });
  });

  test('what the provider is shown admits exactly what the schema admits, where nothing had to be put in words', () => {
    verifies('C30');
    fc.assert(
      fc.property(someSchema, fc.array(someValue, { minLength: 5, maxLength: 5 }), (schema, values) => {
        const original = ajvSchemas().compile(schema);
        const { schema: written, notes } = modelSchema(schema, 'anthropic');
        const kept = ajvSchemas().compile(written);
        const unfolded = ajvSchemas().compile(shown(schema, 'bedrock'));
        expect(notes).toEqual([]);
        for (const value of values) {
          const isValid = original(value).length === 0;
          expect(kept(value).length === 0).toBe(isValid);
          if (isValid) expect(unfolded(value)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
