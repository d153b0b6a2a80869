import type { ValidateFunction } from 'ajv';
import { textOfThrown } from '../../domain/errors.js';
import type { Json } from '../../domain/json.js';
import type { JsonSchema } from '../../domain/tool.js';
import { InvalidSchemaError } from '../../ports/schema-errors.js';
import type { CompiledSchema, SchemaProblem, SchemaValidator } from '../../ports/schema-validator.js';
import { clip } from './clip.js';
import { compileWithAjv, type EngineParts } from './engine.js';
import { inheritedNames } from './inherited-names.js';
import { PatternEngine } from './pattern-engine.js';
import { prepareSchema, type PreparedSchema } from './prepare.js';
import { problemsOf } from './problems.js';
import { valueSize } from './value-size.js';
import { WorkBudget } from './work-budget.js';

/** A value of more parts than this has its first problem listed alone: listing all takes ajv time in their square. */
const MAX_LISTED_IN = 2_000;

const UNDECIDED: readonly SchemaProblem[] = Object.freeze([
  {
    path: '',
    message: 'could not be checked: the value nests too deep, or the schema repeats too much for it',
  },
]);

const NONE: readonly SchemaProblem[] = Object.freeze([]);

/**
 * Schemas checked by ajv: draft-07, 2019-09 and 2020-12 as `$schema` says, 2020-12 without it. `format` is an
 * annotation. Patterns run in linear time; a stranger's schema is bounded in depth and size before ajv sees it; what a
 * schema cannot decide about a value is a problem of the value, never a pass.
 */
export function ajvSchemas(): SchemaValidator {
  return { compile };
}

function compile(schema: JsonSchema): CompiledSchema {
  const patterns = new PatternEngine();
  const prepared = prepareSchema(schema, patterns);
  return new Checks(prepared, { dialect: prepared.dialect, patterns, budget: new WorkBudget() }).problemsOf;
}

/** The checks of one schema: one that stops at the first problem, and one that lists them, made when it is needed. */
class Checks {
  readonly #prepared: PreparedSchema;
  readonly #parts: EngineParts;
  readonly #first: ValidateFunction;
  #all: ValidateFunction | undefined;

  constructor(prepared: PreparedSchema, parts: EngineParts) {
    this.#prepared = prepared;
    this.#parts = parts;
    this.#first = compiled(prepared, parts, false);
  }

  readonly problemsOf = (value: Json): readonly SchemaProblem[] => {
    try {
      if (this.#passes(this.#first, value)) return this.#prepared.unevaluated ? inheritedNames(value) : NONE;
      const first = listed(this.#first);
      return valueSize(value) > MAX_LISTED_IN ? first : this.#listAll(value, first);
    } catch {
      return UNDECIDED;
    }
  };

  #listAll(value: Json, first: readonly SchemaProblem[]): readonly SchemaProblem[] {
    try {
      this.#all ??= compiled(this.#prepared, this.#parts, true);
      return this.#passes(this.#all, value) ? first : listed(this.#all);
    } catch {
      return first;
    }
  }

  #passes(check: ValidateFunction, value: Json): boolean {
    const { counted, size } = this.#prepared;
    if (counted) this.#parts.budget.open(valueSize(value), size);
    return check(value);
  }
}

/** What a check that failed has found; never empty. */
function listed({ errors }: ValidateFunction): readonly SchemaProblem[] {
  return errors === null || errors === undefined || errors.length === 0 ? UNDECIDED : problemsOf(errors);
}

function compiled({ schema }: PreparedSchema, parts: EngineParts, all: boolean): ValidateFunction {
  try {
    return compileWithAjv(schema, parts, all);
  } catch (thrown) {
    const reason =
      thrown instanceof RangeError
        ? 'it is too wide or too deep to be compiled'
        : clip(textOfThrown(thrown), 200);
    throw new InvalidSchemaError('', reason, { cause: thrown });
  }
}
