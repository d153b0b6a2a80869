import { InvalidSchemaError } from '../../ports/schema-errors.js';
import { pointerTo } from './pointer.js';

const MAX_DEPTH = 200;
const MAX_VALUES = 20_000;

/**
 * Refuses a document that is too deep or too large to be read. A value that occurs twice by reference counts twice, so
 * neither a cycle nor a small graph that unfolds into a large tree gets through.
 *
 * @throws InvalidSchemaError naming the first place that is too deep, or the root when there is too much
 */
export function measure(document: unknown): void {
  let values = 0;
  const visit = (value: unknown, place: string, depth: number): void => {
    if (++values > MAX_VALUES) {
      throw new InvalidSchemaError(
        '',
        `it holds over ${MAX_VALUES} values; a schema of that size is not checked`,
      );
    }
    if (typeof value !== 'object' || value === null) return;
    if (depth > MAX_DEPTH) throw new InvalidSchemaError(place, `it nests over ${MAX_DEPTH} levels deep`);
    for (const [key, item] of Object.entries(value)) visit(item, pointerTo(place, key), depth + 1);
  };
  visit(document, '', 0);
}
