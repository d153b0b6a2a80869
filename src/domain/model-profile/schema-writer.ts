import type { Json, JsonObject } from '../json.js';
import { MAX_DEPTH, TooLargeError } from './bounds.js';
import { conjunction } from './conjunction.js';
import { DefinitionNames } from './definition-names.js';
import { fitted } from './fitted.js';
import { modern } from './modern.js';
import type { ProfileRules } from './profile.js';
import type { SchemaDocument } from './schema-document.js';
import { HOLDING, isObject } from './schema-shapes.js';
import { described, jsonText } from './words.js';

const MAX_SCHEMAS = 1_000;

type Write = (source: Json) => JsonObject;

/**
 * Writes the schemas of one document anew in the form that a profile takes. Every schema that is written counts, so that
 * what unfolds without end is given up.
 */
export class SchemaWriter {
  /** What became of parts that the profile does not take; each once. */
  readonly notes: Set<string> = new Set();
  readonly #document: SchemaDocument;
  readonly #rules: ProfileRules;
  readonly #recursion: number;
  readonly #names: DefinitionNames = new DefinitionNames();
  /** The targets of references that are being written out, outermost first. */
  readonly #open: JsonObject[];
  #schemas = 0;
  #depth = 0;

  /** @param recursion how often a schema may be written out inside itself, from 1 */
  constructor(document: SchemaDocument, rules: ProfileRules, recursion: number) {
    this.#document = document;
    this.#rules = rules;
    this.#recursion = recursion;
    this.#open = [document.root];
  }

  /**
   * A schema with what it refers to and its `allOf` put together in one; `anyOf` and `oneOf` hold such schemas in turn.
   * The keywords are those of draft 2020-12, whether the profile takes them or not.
   *
   * @throws TooLargeError
   */
  readonly flat: Write = (source) =>
    this.#inside(source, (schema) => {
      const { $ref, allOf, ...own } = this.#modern(schema);
      const members = this.#members(this.#tuple(own), (keyword) => {
        if (keyword === 'anyOf' || keyword === 'oneOf') return this.flat;
        return this.#takes(keyword) ? this.write : this.#expanded;
      });
      const target = typeof $ref === 'string' ? [this.#writtenOut($ref, schema, this.flat)] : [];
      const parts = isList(allOf) ? allOf.map(this.flat) : [];
      return conjunction(members, ...target, ...parts);
    });

  /** A schema as the profile takes it below the root. @throws TooLargeError */
  readonly write: Write = (source) => {
    if (!this.#rules.references) return fitted(this.flat(source), this.#rules, this.note);
    return this.#inside(source, (schema) => {
      const { $ref, ...own } = this.#modern(schema);
      const written = this.#members(own, () => this.write);
      return fitted(
        typeof $ref === 'string' ? this.#referring(written, $ref, schema) : written,
        this.#rules,
        this.note,
      );
    });
  };

  /** The schemas that were referred to, and those that they refer to, by name. @throws TooLargeError */
  definitions(): JsonObject {
    const written = new Map<string, JsonObject>();
    for (let next = this.#names.next(); next !== undefined; next = this.#names.next()) {
      written.set(next.name, this.write(next.schema));
    }
    return Object.fromEntries(written);
  }

  readonly note = (text: string): void => {
    this.notes.add(text);
  };

  /** A schema in full: for text, which can hold any keyword. */
  readonly #expanded: Write = (source) =>
    this.#inside(source, (schema) => {
      const { $ref, ...own } = this.#modern(schema);
      const expanded = this.#members(own, () => this.#expanded);
      if (typeof $ref !== 'string') return expanded;
      return conjunction(expanded, this.#writtenOut($ref, schema, this.#expanded));
    });

  /** Writes one schema with `body`, counting it. */
  #inside(source: Json, body: (schema: JsonObject) => JsonObject): JsonObject {
    if (source === false) return { not: {} };
    if (!isObject(source)) return {};
    if (++this.#schemas > MAX_SCHEMAS || this.#depth === MAX_DEPTH) throw new TooLargeError();
    this.#depth++;
    const written = body(source);
    this.#depth--;
    return written;
  }

  #modern(schema: JsonObject): JsonObject {
    return modern(schema, this.#document.refAlone, (keyword) =>
      this.note(`"${keyword}" is left out: its value is not one that JSON Schema has for it.`),
    );
  }

  #takes(keyword: string): boolean {
    return this.#rules.keywords?.has(keyword) ?? true;
  }

  /** Whether a schema that is only true or false has to be written as an object under the keyword. */
  #writesOut(keyword: string): boolean {
    return this.#rules.keywords?.has(keyword) === true;
  }

  /** Where lists of first items are not taken, what the further items are belongs to the same sentence. */
  #tuple(schema: JsonObject): JsonObject {
    if (schema['prefixItems'] === undefined || schema['items'] === undefined || this.#takes('prefixItems')) {
      return schema;
    }
    const { items, ...others } = schema;
    return { unevaluatedItems: items, ...others };
  }

  #members(schema: JsonObject, writer: (keyword: string) => Write): JsonObject {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        const holding = HOLDING.get(keyword);
        const write = writer(keyword);
        if (typeof value === 'boolean' && !this.#writesOut(keyword)) return [keyword, value];
        if (holding === 'schema') return [keyword, write(value)];
        if (holding === 'list') return [keyword, (value as readonly Json[]).map((part) => write(part))];
        if (holding !== 'map') return [keyword, value];
        const named = Object.entries(value as JsonObject);
        return [keyword, Object.fromEntries(named.map(([name, part]) => [name, write(part)]))];
      }),
    );
  }

  /** What a reference means, written where it stands. */
  #writtenOut($ref: string, from: JsonObject, write: Write): JsonObject {
    const target = this.#document.find($ref, from);
    if (target === undefined) return this.#unknown($ref);
    if (typeof target === 'boolean') return write(target);
    if (this.#open.filter((open) => open === target).length >= this.#recursion) {
      this.note(`A schema that holds itself is shown ${this.#recursion} deep.`);
      return {
        type: 'object',
        description: `The same structure again, to any depth; levels shown: ${this.#recursion}.`,
      };
    }
    this.#open.push(target);
    const written = write(target);
    this.#open.pop();
    return written;
  }

  /** A schema that keeps its reference; the target gets a name under `$defs`. */
  #referring(own: JsonObject, $ref: string, from: JsonObject): JsonObject {
    const target = this.#document.find($ref, from);
    if (target === undefined) return conjunction(own, this.#unknown($ref));
    if (typeof target === 'boolean') return conjunction(own, this.write(target));
    return { ...own, $ref: `#/$defs/${this.#names.of(target, $ref)}` };
  }

  #unknown($ref: string): JsonObject {
    const shown = jsonText($ref.slice(0, 200));
    this.note(`The reference ${shown} is put in words: nothing is fetched.`);
    return described({}, [`Must match ${shown}, which is not part of this schema.`]);
  }
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
