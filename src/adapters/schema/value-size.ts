import type { Json } from '../../domain/json.js';

/** How many values a JSON value is made of, itself included. */
export function valueSize(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const item of Object.values(value)) size += valueSize(item);
  return size;
}
