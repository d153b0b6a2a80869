import type { Json } from '../domain/json.js';
import type { JsonSchema } from '../domain/tool.js';

/** One place where a value does not meet its schema. `path` is a JSON pointer; `''` is the whole value. */
export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
}

/** Every problem of a value; empty when it is valid. It changes nothing in the value. */
export type CompiledSchema = (value: Json) => readonly SchemaProblem[];

/**
 * JSON Schema validation (draft-07 and 2020-12).
 *
 * Laws:
 * - `compile` refuses a schema it cannot honour with `InvalidSchemaError`, naming the place and the reason.
 * - A compiled schema answers in time linear in the value, whatever pattern a stranger's schema holds.
 * - Nothing is fetched: a `$ref` that leaves the document is refused.
 * - The problems never show the value.
 */
export interface SchemaValidator {
  compile(schema: JsonSchema): CompiledSchema;
}
