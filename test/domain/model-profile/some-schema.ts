import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/domain/json.js';
import { modelSchema } from '../../../src/domain/model-profile/model-schema.js';
import type { ModelProfile } from '../../../src/domain/model-profile/profile.js';

/** What a model of the profile is shown of a schema. */
export const shown = (schema: unknown, profile: ModelProfile): JsonObject =>
  modelSchema(schema, profile).schema;

/** What it is shown of the schema of one property. */
export function shownProperty(schema: JsonObject, profile: ModelProfile): unknown {
  return (shown({ type: 'object', properties: { p: schema } }, profile)['properties'] as JsonObject)['p'];
}

/** Values of which some match a schema of `someSchema`. */
export const someValue: fc.Arbitrary<Json> = fc.record(
  {
    p: fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.integer({ min: -2, max: 5 }),
      fc.constant(null),
      fc.boolean(),
    ),
    q: fc.oneof(
      fc.array(fc.oneof(fc.string({ maxLength: 2 }), fc.integer({ min: 0, max: 3 })), { maxLength: 3 }),
      fc.record(
        { p: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.string({ maxLength: 2 })) },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>(
    { type: 'string', minLength: 1 },
    { type: ['string', 'null'] },
    { type: 'integer', minimum: 0, exclusiveMaximum: 4 },
    { enum: ['', 1, null] },
    { const: 2 },
    { type: 'array', items: { type: 'string' }, maxItems: 2 },
    { type: 'array', prefixItems: [{ type: 'integer' }], items: false },
    { not: { type: 'string' } },
    { $ref: '#/$defs/A' },
    { $ref: '#/$defs/B', description: 'A B.' },
  ),
);

const someInner: fc.Arbitrary<JsonObject> = fc.oneof(
  leaf,
  fc.record({ anyOf: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
  fc.record({ oneOf: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
  fc.record({ allOf: fc.array(leaf, { minLength: 1, maxLength: 2 }), type: fc.constant('string') }),
  fc.record({
    type: fc.constant('object'),
    properties: fc.record({ p: leaf }),
    required: fc.constant(['p']),
  }),
);

/** Schemas of two properties and two definitions, of which one holds itself. */
export const someSchema: fc.Arbitrary<JsonObject> = fc.record({
  type: fc.constant('object'),
  properties: fc.record({ p: someInner, q: someInner }),
  required: fc.subarray(['p', 'q']),
  additionalProperties: fc.boolean(),
  $defs: fc.record({
    A: fc.constant<JsonObject>({ type: 'object', properties: { p: { $ref: '#/$defs/A' } } }),
    B: fc.constantFrom<JsonObject>({ type: 'integer' }, { enum: ['a', 'b'] }),
  }),
});
