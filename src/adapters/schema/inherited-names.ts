import type { Json } from '../../domain/json.js';
import type { SchemaProblem } from '../../ports/schema-validator.js';
import { pointerTo } from './pointer.js';

/**
 * The members of a value whose names every object inherits (`constructor`, `__proto__`). ajv takes these for evaluated
 * under `unevaluatedProperties` although nothing evaluated them, so such a value is refused.
 */
export function inheritedNames(value: Json, path: string = ''): readonly SchemaProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const at = pointerTo(path, key);
    const inner = inheritedNames(item, at);
    if (Array.isArray(value) || !Object.hasOwn(Object.prototype, key)) return inner;
    return [
      { path: at, message: 'is a name that cannot be checked under "unevaluatedProperties"' },
      ...inner,
    ];
  });
}
