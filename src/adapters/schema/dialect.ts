import { InvalidSchemaError } from '../../ports/schema-errors.js';
import { shapeOf } from '../../domain/json.js';
import { clip } from './clip.js';

/** A version of JSON Schema that a document can be written in. */
export type Dialect = 'draft-07' | '2019-09' | '2020-12';

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/schema', '2020-12'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
  ['json-schema.org/draft-06/schema', 'draft-07'],
]);

/**
 * The dialect that a document's `$schema` names; 2020-12 without one. draft-06 is read as draft-07, which contains it.
 *
 * @throws InvalidSchemaError for any other `$schema`, draft-04 among them
 */
export function dialectOf($schema: unknown): Dialect {
  if ($schema === undefined) return '2020-12';
  if (typeof $schema !== 'string')
    throw new InvalidSchemaError('/$schema', `it must be a string, not ${shapeOf($schema)}`);
  const dialect = DIALECTS.get($schema.replace(/^https?:\/\//, '').replace(/#$/, ''));
  if (dialect !== undefined) return dialect;
  throw new InvalidSchemaError(
    '/$schema',
    `"${clip($schema, 80)}" is not a dialect that can be checked; use draft-07, 2019-09 or 2020-12`,
  );
}
