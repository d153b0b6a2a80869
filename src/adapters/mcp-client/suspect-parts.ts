import type { Json } from '../../domain/json.js';
import { suspectText, type SuspectKind } from '../../domain/suspect-text.js';
import type { ToolDefinition } from './tool-definition.js';

/** A part of a definition that has suspect text, and what it has. */
export interface SuspectPart {
  readonly part: string;
  readonly kinds: readonly SuspectKind[];
}

/** Each part of a definition, its name among them, that hides something or commands a model. */
export function suspectParts(definition: ToolDefinition): readonly SuspectPart[] {
  return Object.entries(definition).flatMap(([part, value]: [string, Json]) => {
    const kinds = new Set(textsIn(value).flatMap(suspectText));
    return kinds.size === 0 ? [] : [{ part, kinds: [...kinds] }];
  });
}

/** Every text in a JSON value, the keys of objects among them. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([key, item]: [string, Json]) => [key, ...textsIn(item)]);
}
