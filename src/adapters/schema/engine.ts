import type { Ajv, Options, ValidateFunction } from 'ajv';
import { canonicalJson, type Json } from '../../domain/json.js';
import type { Dialect } from './dialect.js';
import { load } from './load.js';
import type { PatternEngine } from './pattern-engine.js';
import type { SchemaCopy } from './schema-node.js';
import { WEIGHT, type WorkBudget } from './work-budget.js';

/** What one compilation needs beside the schema. */
export interface EngineParts {
  readonly dialect: Dialect;
  readonly patterns: PatternEngine;
  readonly budget: WorkBudget;
}

/**
 * Compiles with ajv. `all` lists every problem instead of the first. ajv is loaded with the first compilation, because
 * loading it takes longer than all the rest of the package.
 *
 * @throws whatever ajv throws for a schema that it does not take
 */
export function compileWithAjv(schema: SchemaCopy, parts: EngineParts, all: boolean): ValidateFunction {
  const ajv = newAjv(parts.dialect, {
    allErrors: all,
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    validateFormats: false,
    ownProperties: true,
    inlineRefs: false,
    code: { optimize: false, regExp: Object.assign(parts.patterns.compile, { code: 'linearPattern' }) },
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must NOT have duplicate items' },
    validate: (wanted: boolean, items: readonly Json[]) => !wanted || areUnique(items),
  });
  ajv.addKeyword({ keyword: WEIGHT, schemaType: 'number', before: '$ref', validate: parts.budget.spend });
  return ajv.compile(schema);
}

function newAjv(dialect: Dialect, options: Options): Ajv {
  switch (dialect) {
    case 'draft-07':
      return new (load('ajv') as typeof import('ajv')).Ajv(options);
    case '2019-09':
      return new (load('ajv/dist/2019.js') as typeof import('ajv/dist/2019.js')).Ajv2019(options);
    case '2020-12':
      return new (load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')).Ajv2020(options);
  }
}

/** In one pass, where ajv's own keyword compares every item with every other. */
function areUnique(items: readonly Json[]): boolean {
  return new Set(items.map(canonicalJson)).size === items.length;
}
