import type { JsonObject } from '../json.js';
import type { JsonSchema } from '../tool.js';
import { isBounded, MAX_VALUES, TooLargeError } from './bounds.js';
import { keepTaken } from './keep-taken.js';
import { rulesOf, type ModelProfile, type ProfileRules } from './profile.js';
import { rootForm } from './root-form.js';
import { SchemaDocument } from './schema-document.js';
import { isObject } from './schema-shapes.js';
import { SchemaWriter } from './schema-writer.js';
import { described } from './words.js';

/** A tool's schema as the model is told it. */
export interface ModelSchema {
  /** An object schema in draft 2020-12, or in the part of OpenAPI 3.0 that the provider takes; it has `properties`. */
  readonly schema: JsonSchema;
  /** One sentence for each kind of thing that was put otherwise; empty when the keywords say it all. */
  readonly notes: readonly string[];
}

/** How often a schema is written out inside itself, where references are; the first that does not grow too large. */
const RECURSIONS: readonly number[] = [2, 1];

const TOO_LARGE =
  'The schema of the arguments is too large to be shown. Pass a JSON object; a call that does not match is refused with the reasons.';

/**
 * The schema of a tool in the form that the provider takes, for the model to read; calls are still to be checked against
 * the schema itself. Any draft is read, nothing is fetched, and nothing is thrown for what the schema holds: a keyword
 * that the provider does not take is said in the description beside it, and a schema without end becomes one of any
 * object, saying so.
 *
 * @throws InvalidOptionError for an unknown profile
 */
export function modelSchema(schema: unknown, profile: ModelProfile): ModelSchema {
  const rules = rulesOf(profile);
  const source: JsonObject = schema === false ? { not: {} } : isObject(schema) ? schema : {};
  if (isBounded(source, MAX_VALUES)) {
    for (const recursion of rules.references ? RECURSIONS.slice(-1) : RECURSIONS) {
      const written = attempt(source, rules, recursion);
      if (written !== undefined) return written;
    }
  }
  const about = typeof source['description'] === 'string' ? [source['description'].slice(0, 2_000)] : [];
  return {
    schema: described({ type: 'object', properties: {} }, [...about, TOO_LARGE]),
    notes: ['The schema is too large or too deep to be shown.'],
  };
}

function attempt(source: JsonObject, rules: ProfileRules, recursion: number): ModelSchema | undefined {
  try {
    const writer = new SchemaWriter(new SchemaDocument(source), rules, recursion);
    const root = keepTaken(rootForm(writer.flat(source), rules, writer.note), rules, writer.note);
    const $defs = writer.definitions();
    const schema = Object.keys($defs).length === 0 ? root : { ...root, $defs };
    return isBounded(schema, MAX_VALUES) ? { schema, notes: [...writer.notes] } : undefined;
  } catch (thrown) {
    if (thrown instanceof TooLargeError) return undefined;
    throw thrown;
  }
}
