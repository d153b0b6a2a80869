import type { CedarUid } from './cedar-module.js';

/** The type under which a capability is asked for; a tool call is an `Action`. */
export const CAPABILITY_ACTION = 'Capability::Action';

/** One text for one entity, as Cedar writes it. */
export function keyOf({ type, id }: CedarUid): string {
  return `${type}::${JSON.stringify(id)}`;
}

/** The entities that a piece of Cedar's JSON names, at any depth, each in one of its two spellings. */
export function uidsIn(json: unknown): readonly CedarUid[] {
  const found: CedarUid[] = [];
  visit(json, (object) => {
    if (typeof object['type'] === 'string' && typeof object['id'] === 'string') {
      found.push({ type: object['type'], id: object['id'] });
    }
  });
  return found;
}

/** Calls back with every object and array inside the value. */
export function visit(json: unknown, see: (object: { readonly [key: string]: unknown }) => void): void {
  const left: unknown[] = [json];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    see(value as { readonly [key: string]: unknown });
    for (const inner of Object.values(value)) left.push(inner);
  }
}
