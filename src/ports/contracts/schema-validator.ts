import { deepStrictEqual, doesNotThrow, ok, throws } from 'node:assert/strict';
import type { Json } from '../../domain/json.js';
import type { JsonSchema } from '../../domain/tool.js';
import { InvalidSchemaError } from '../schema-errors.js';
import type { SchemaValidator } from '../schema-validator.js';
import type { Harness } from './harness.js';

const CANARY = 'canary-7f3a91';
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

/** How a validator under test is made. */
export interface SchemaValidatorSubject {
  create(): SchemaValidator;
}

/** The laws of the `SchemaValidator` port. */
export function schemaValidatorContract(
  { describe, test }: Harness,
  { create }: SchemaValidatorSubject,
): void {
  const paths = (schema: JsonSchema, value: Json): string[] =>
    create()
      .compile(schema)(value)
      .map(({ path }) => path);

  describe('SchemaValidator', () => {
    test('a valid value has no problem, and an invalid one has each of its places named', () => {
      const schema = {
        type: 'object',
        properties: { a: { type: 'string' }, b: { items: { type: 'number' } } },
      };
      deepStrictEqual(paths(schema, { a: 'x', b: [1, 2] }), []);
      deepStrictEqual(paths(schema, { a: 1, b: [1, 'x'] }).toSorted(), ['/a', '/b/1']);
    });

    test('2020-12 is read where the document names no dialect, and draft-07 where it says so', () => {
      deepStrictEqual(paths({ prefixItems: [{ type: 'number' }] }, ['x']), ['/0']);
      deepStrictEqual(paths({ $schema: DRAFT_07, items: [{ type: 'number' }] }, ['x']), ['/0']);
    });

    test('a schema it cannot honour is refused with the place and the reason', () => {
      throws(
        () => create().compile({ properties: { a: { type: 'strnig' } } }),
        (error) => error instanceof InvalidSchemaError && error.message.includes('/properties/a/type'),
      );
      throws(() => create().compile({ properties: { a: { $ref: '#/$defs/none' } } }), InvalidSchemaError);
    });

    test('a pattern answers in time linear in the value', () => {
      const check = create().compile({ pattern: '^(a+)+$' });
      check('a');
      for (const text of [`${'a'.repeat(32)}!`, `${'a'.repeat(50_000)}!`]) {
        const began = performance.now();
        ok(check(text).length > 0);
        const took = performance.now() - began;
        ok(took < 50, `a text of ${text.length} took ${took} ms`);
      }
    });

    test('a reference that leaves the document is refused; one within it is followed', () => {
      throws(() => create().compile({ $ref: 'http://127.0.0.1:9/schema.json' }), InvalidSchemaError);
      const tree = { type: 'object', properties: { next: { $ref: '#' } } };
      deepStrictEqual(paths(tree, { next: { next: 1 } }), ['/next/next']);
    });

    test('the problems never show the value', () => {
      const schema = {
        properties: {
          a: { type: 'number' },
          b: { enum: ['x'] },
          c: { pattern: '^x$' },
          d: { const: 1 },
          e: { maxLength: 1 },
        },
      };
      const value = { a: CANARY, b: CANARY, c: CANARY, d: CANARY, e: CANARY };
      const problems = create().compile(schema)(value);
      deepStrictEqual(problems.map(({ path }) => path).toSorted(), ['/a', '/b', '/c', '/d', '/e']);
      ok(!JSON.stringify(problems).includes(CANARY));
    });

    test('checking changes nothing in the value', () => {
      const value = Object.freeze({ a: Object.freeze(['1', '1']) });
      const schema = { properties: { a: { items: { type: 'number', default: 1 } }, b: { default: 2 } } };
      doesNotThrow(() => create().compile(schema)(value));
      deepStrictEqual(value, { a: ['1', '1'] });
    });
  });
}
