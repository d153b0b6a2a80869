import { copyJson, shapeOf, type Json } from '../../domain/json.js';
import { InvalidSchemaError } from '../../ports/schema-errors.js';
import type { Dialect } from './dialect.js';
import { DEFINITIONS, KEYWORDS, type Keyword } from './keywords.js';
import type { PatternEngine } from './pattern-engine.js';
import { pointerTo } from './pointer.js';
import type { PendingReference, SchemaCopy, SchemaNode } from './schema-node.js';
import { isObject } from './shapes.js';
import { SchemaUris, ROOT_URI } from './uris.js';

const MAX_SCHEMAS = 2_000;
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

type Source = { readonly [key: string]: unknown };

/** A document read into schemas: each one's place, its known keywords copied, and the references still to be resolved. */
export class SchemaDocument {
  readonly nodes: Map<string, SchemaNode> = new Map();
  readonly references: PendingReference[] = [];
  readonly uris: SchemaUris = new SchemaUris();
  /** Whether any schema uses `unevaluatedProperties`. */
  unevaluated = false;
  readonly root: SchemaNode;
  readonly #dialect: Dialect;
  readonly #patterns: PatternEngine;
  readonly #places: Map<string, string> = new Map();

  /** @throws InvalidSchemaError naming the first place that cannot be honoured */
  constructor(source: unknown, dialect: Dialect, patterns: PatternEngine) {
    this.#dialect = dialect;
    this.#patterns = patterns;
    this.root = this.#read(source, '', ROOT_URI);
    for (const [pattern, place] of this.#places) refusePattern(place, patterns.prepare(pattern));
  }

  #read(source: unknown, pointer: string, outerBase: string): SchemaNode {
    if (typeof source !== 'boolean' && !isObject(source)) {
      throw new InvalidSchemaError(
        pointer,
        `a schema must be an object or a boolean, not ${shapeOf(source)}`,
      );
    }
    const copy: SchemaCopy = typeof source === 'boolean' ? source : {};
    const node: SchemaNode = { pointer, copy, parts: [], inPlace: [] };
    this.nodes.set(pointer, node);
    if (this.nodes.size > MAX_SCHEMAS) {
      throw new InvalidSchemaError(
        '',
        `it holds over ${MAX_SCHEMAS} schemas; a document of that size is not checked`,
      );
    }
    if (typeof copy === 'boolean' || typeof source === 'boolean') return node;
    const base = this.uris.enter(source, pointer, outerBase);
    for (const [key, held] of Object.entries(source)) {
      const keyword = KEYWORDS.get(key);
      if (held === undefined) continue;
      if (keyword !== undefined) this.#readKeyword(key, keyword, held, node, copy, base);
      else if (REFERENCES.includes(key)) this.#readReference(key, held, node, base);
      else if (DEFINITIONS.includes(key)) this.#readMap(key, held, node, base);
    }
    if (copy['nullable'] !== undefined && copy['type'] === undefined) delete copy['nullable'];
    if (copy['unevaluatedProperties'] !== undefined) this.unevaluated = true;
    return node;
  }

  #readKeyword(
    key: string,
    keyword: Keyword,
    held: unknown,
    node: SchemaNode,
    copy: Source,
    base: string,
  ): void {
    const place = pointerTo(node.pointer, key);
    const target = copy as Record<string, unknown>;
    if (keyword.rule !== undefined) {
      if (!keyword.rule.test(held)) {
        throw new InvalidSchemaError(place, `it must be ${keyword.rule.expected}, not ${shapeOf(held)}`);
      }
      if (key === 'pattern') this.#weighPattern(held as string, place);
      if (key === 'dependentRequired') refuseProto(held, place);
      target[key] = copyJson(held as Json);
      return;
    }
    const parts = this.#readParts(key, keyword, held, node.pointer, base);
    node.parts.push(...parts.nodes);
    if (keyword.inPlace) node.inPlace.push(...parts.nodes);
    target[key] = parts.copy;
  }

  #readParts(key: string, { kind }: Keyword, held: unknown, parent: string, base: string): Parts {
    const place = pointerTo(parent, key);
    if (kind === 'list' || (kind === 'either' && Array.isArray(held))) {
      if (kind === 'either' && this.#dialect === '2020-12') {
        throw new InvalidSchemaError(
          place,
          'a list of schemas is draft-07; use "prefixItems", or declare that "$schema"',
        );
      }
      if (!Array.isArray(held) || held.length === 0) {
        throw new InvalidSchemaError(place, `it must be a list of at least one schema, not ${shapeOf(held)}`);
      }
      const nodes = held.map((item, i) => this.#read(item, pointerTo(place, i), base));
      return { nodes, copy: nodes.map(({ copy }) => copy) };
    }
    if (kind === 'schema' || kind === 'either') {
      const node = this.#read(held, place, base);
      return { nodes: [node], copy: node.copy };
    }
    return this.#readEntries(key, held, place, base, kind === 'dependencies');
  }

  #readEntries(key: string, held: unknown, place: string, base: string, lists: boolean): Parts {
    if (!isObject(held))
      throw new InvalidSchemaError(place, `it must be an object of schemas, not ${shapeOf(held)}`);
    refuseProto(held, place);
    const nodes: SchemaNode[] = [];
    const copies: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(held)) {
      const at = pointerTo(place, name);
      if (key === 'patternProperties') this.#weighPattern(name, at);
      if (lists && Array.isArray(item)) copies[name] = namesOf(item, at);
      else {
        const node = this.#read(item, at, base);
        nodes.push(node);
        copies[name] = node.copy;
      }
    }
    return { nodes, copy: copies };
  }

  #readMap(key: string, held: unknown, node: SchemaNode, base: string): void {
    this.#readEntries(key, held, pointerTo(node.pointer, key), base, false);
  }

  #readReference(keyword: string, target: unknown, node: SchemaNode, base: string): void {
    const place = pointerTo(node.pointer, keyword);
    if (typeof target !== 'string')
      throw new InvalidSchemaError(place, `it must be a string, not ${shapeOf(target)}`);
    if (this.references.at(-1)?.node === node) {
      throw new InvalidSchemaError(
        place,
        'a schema with two references cannot be honoured; put each in an "allOf"',
      );
    }
    this.references.push({ node, keyword, target, base });
  }

  #weighPattern(pattern: string, place: string): void {
    refusePattern(place, this.#patterns.weigh(pattern));
    this.#places.set(pattern, place);
  }
}

interface Parts {
  readonly nodes: readonly SchemaNode[];
  readonly copy: unknown;
}

/** ajv passes over an entry of this name without checking it. */
function refuseProto(held: unknown, place: string): void {
  if (!Object.hasOwn(held as object, '__proto__')) return;
  throw new InvalidSchemaError(
    pointerTo(place, '__proto__'),
    'a member of the name "__proto__" cannot be honoured',
  );
}

function refusePattern(place: string, fault: string | undefined): void {
  if (fault !== undefined) throw new InvalidSchemaError(place, `its pattern cannot be honoured: ${fault}`);
}

function namesOf(list: readonly unknown[], place: string): readonly unknown[] {
  if (list.every((name) => typeof name === 'string')) return [...list];
  throw new InvalidSchemaError(place, 'it must be a schema or an array of strings');
}
