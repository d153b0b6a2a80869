import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../../domain/json.js';

/** What a server says of a tool: all that a person who approves it, and a model that calls it, go by. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Json;
  /** As the server gave it; absent where it gave none. */
  readonly outputSchema?: Json;
  /** As the server gave them; absent where it gave none. */
  readonly annotations?: Json;
}

/** SHA-256 of a definition's canonical JSON, in hex: equal for equal definitions, in whatever order their keys come. */
export function definitionDigest(definition: ToolDefinition): string {
  const { name, description, inputSchema, outputSchema, annotations } = definition;
  const text = canonicalJson({
    name,
    description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  });
  return createHash('sha256').update(text).digest('hex');
}

const PARTS = ['description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** The parts of a definition, beside its name. */
export type DefinitionPart = (typeof PARTS)[number];

/** The parts in which two definitions differ. */
export function changedParts(was: ToolDefinition, is: ToolDefinition): readonly DefinitionPart[] {
  const text = (part: Json | undefined): string | undefined =>
    part === undefined ? undefined : canonicalJson(part);
  return PARTS.filter((part) => text(was[part]) !== text(is[part]));
}
