import { InvalidSchemaError } from '../../ports/schema-errors.js';
import { clip } from './clip.js';
import { refuseEndlessChecks } from './cost.js';
import { dialectOf, type Dialect } from './dialect.js';
import { SchemaDocument } from './document.js';
import { measure } from './measure.js';
import type { PatternEngine } from './pattern-engine.js';
import { pointerTo } from './pointer.js';
import type { PendingReference, SchemaCopy, SchemaNode } from './schema-node.js';
import { isObject } from './shapes.js';
import { WEIGHT } from './work-budget.js';

const MAX_COMPILED = 5_000;

/** A schema that ajv can compile and run without harm. */
export interface PreparedSchema {
  readonly dialect: Dialect;
  /** Known keywords only, no ids, and every reference of the form `#/$defs/<number>`. */
  readonly schema: SchemaCopy;
  /** How many schemas the document holds. */
  readonly size: number;
  /** Whether it has references, so that the work of a check has to be counted. */
  readonly counted: boolean;
  /** Whether it uses `unevaluatedProperties`. */
  readonly unevaluated: boolean;
}

/**
 * Reads a stranger's schema into one that is bounded in depth and size, closed in itself, and ends on every value.
 *
 * @throws InvalidSchemaError naming the place and the reason
 */
export function prepareSchema(source: unknown, patterns: PatternEngine): PreparedSchema {
  measure(source);
  const dialect = dialectOf(isObject(source) ? source['$schema'] : undefined);
  const document = new SchemaDocument(source, dialect, patterns);
  const { root, nodes, unevaluated } = document;
  const targets = bindReferences(document);
  refuseEndlessChecks(nodes.values());
  const schema = targets.size === 0 ? root.copy : closedSchema(root, targets);
  return { dialect, schema, size: nodes.size, counted: targets.size > 0, unevaluated };
}

/** Points every reference at its target by number; the targets in the order of those numbers. */
function bindReferences(document: SchemaDocument): ReadonlyMap<SchemaNode, number> {
  const targets = new Map<SchemaNode, number>();
  for (const reference of document.references) {
    const target = targetOf(reference, document);
    const number = targets.get(target) ?? targets.size;
    targets.set(target, number);
    reference.node.inPlace.push(target);
    (reference.node.copy as Record<string, unknown>)['$ref'] = `#/$defs/${number}`;
  }
  return targets;
}

function targetOf(
  { node, keyword, target, base }: PendingReference,
  { nodes, uris }: SchemaDocument,
): SchemaNode {
  const place = pointerTo(node.pointer, keyword);
  if (keyword !== '$ref' && !uris.single) {
    throw new InvalidSchemaError(
      place,
      'a dynamic reference across bundled documents cannot be honoured; use "$ref"',
    );
  }
  const pointer = uris.find(target, base);
  const found = pointer === undefined ? undefined : nodes.get(pointer);
  if (found !== undefined) return found;
  const reason =
    pointer === undefined
      ? 'is not in this document, and nothing is fetched; put what it means under "$defs"'
      : 'points at no schema of this document';
  throw new InvalidSchemaError(place, `the reference "${clip(target, 80)}" ${reason}`);
}

/** The root with the targets as its definitions; each target says what visiting it costs. */
function closedSchema(root: SchemaNode, targets: ReadonlyMap<SchemaNode, number>): SchemaCopy {
  const sizes = new Map<SchemaNode, number>();
  const $defs: Record<string, SchemaCopy> = {};
  let compiled = sizeOf(root, sizes);
  for (const [target, number] of targets) {
    const size = sizeOf(target, sizes);
    compiled += size;
    $defs[number] =
      typeof target.copy === 'boolean' ? target.copy : Object.assign(target.copy, { [WEIGHT]: size });
  }
  if (compiled > MAX_COMPILED) {
    throw new InvalidSchemaError(
      '',
      `its references overlap so much that it unfolds to over ${MAX_COMPILED} schemas`,
    );
  }
  return { allOf: [targets.has(root) ? { $ref: `#/$defs/${targets.get(root)}` } : root.copy], $defs };
}

function sizeOf(node: SchemaNode, sizes: Map<SchemaNode, number>): number {
  let size = sizes.get(node);
  if (size === undefined) {
    size = 1 + node.parts.reduce((sum, part) => sum + sizeOf(part, sizes), 0);
    sizes.set(node, size);
  }
  return size;
}
