import type { ErrorObject } from 'ajv';
import type { SchemaProblem } from '../../ports/schema-validator.js';
import { clip } from './clip.js';
import { pointerTo } from './pointer.js';

const MAX_PROBLEMS = 32;
const MAX_PATH = 200;
const MAX_ALLOWED = 200;

/** ajv's findings as problems, the first of them where there are many. Of the value they show paths alone. */
export function problemsOf(errors: readonly ErrorObject[]): readonly SchemaProblem[] {
  return errors
    .slice(0, MAX_PROBLEMS)
    .map((error) => ({ path: clip(pathOf(error), MAX_PATH), message: messageOf(error) }));
}

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const extra = params as { additionalProperty?: unknown; unevaluatedProperty?: unknown };
  const name = keyword === 'additionalProperties' ? extra.additionalProperty : extra.unevaluatedProperty;
  return typeof name === 'string' ? pointerTo(instancePath, name) : instancePath;
}

function messageOf({ keyword, params, message }: ErrorObject): string {
  const { allowedValues, allowedValue } = params as { allowedValues?: unknown[]; allowedValue?: unknown };
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a property that the schema allows';
    case 'enum':
      return `must be one of ${clip((allowedValues ?? []).map((value) => JSON.stringify(value)).join(', '), MAX_ALLOWED)}`;
    case 'const':
      return `must be ${clip(JSON.stringify(allowedValue) ?? 'the one allowed value', MAX_ALLOWED)}`;
    default:
      return clip(message ?? `does not meet "${keyword}"`, MAX_ALLOWED);
  }
}
