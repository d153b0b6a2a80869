import { InvalidSchemaError } from '../../ports/schema-errors.js';
import type { SchemaNode } from './schema-node.js';

const MAX_CHECKS = 10_000;
const OPEN = -1;

/**
 * Refuses schemas that would be applied to one and the same value without end, or too often. References that go deeper
 * into the value, as those of a tree do, are no such case.
 *
 * @throws InvalidSchemaError naming the schema
 */
export function refuseEndlessChecks(nodes: Iterable<SchemaNode>): void {
  const checks = new Map<SchemaNode, number>();
  for (const node of nodes) checksOf(node, checks);
}

/** How many schemas are applied to a value to which this one is applied. */
function checksOf(node: SchemaNode, checks: Map<SchemaNode, number>): number {
  const known = checks.get(node);
  if (known === OPEN) {
    throw new InvalidSchemaError(
      node.pointer,
      'it refers to itself on the same value, so that checking would never end',
    );
  }
  if (known !== undefined) return known;
  checks.set(node, OPEN);
  let count = 1;
  for (const next of node.inPlace) count += checksOf(next, checks);
  if (count > MAX_CHECKS) {
    throw new InvalidSchemaError(
      node.pointer,
      `it unfolds to over ${MAX_CHECKS} checks of one and the same value`,
    );
  }
  checks.set(node, count);
  return count;
}
