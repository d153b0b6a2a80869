import type { ToolSchema } from '../tool.js';
import { modelSchema } from './model-schema.js';
import { rulesOf, type ModelProfile } from './profile.js';
import { toolNames, type ToolNames } from './tool-names.js';

/** A tool to be told to a model; `source` tells apart two tools of one name. */
export interface SourcedToolSchema extends ToolSchema {
  readonly source?: string | undefined;
}

/** Tools in the form that a provider takes, and the way back to their own names. */
export interface ModelTools {
  /** In the order of the list. */
  readonly tools: readonly ToolSchema[];
  readonly names: ToolNames;
}

/**
 * A list of tools with the names and schemas that the provider takes. Where it takes no description at a schema's root,
 * the tool's own description holds it.
 *
 * @throws InvalidOptionError when two tools have the same name and the same source, or for an unknown profile
 */
export function modelTools(tools: readonly SourcedToolSchema[], profile: ModelProfile): ModelTools {
  const names = toolNames(tools, profile);
  const { describedRoot } = rulesOf(profile);
  const told = tools.map(({ name, source, description, inputSchema }): ToolSchema => {
    const { schema } = modelSchema(inputSchema, profile);
    const modelName = names.toModel(name, source);
    if (describedRoot) return { name: modelName, description, inputSchema: schema };
    const { description: atRoot, ...bare } = schema;
    const texts = [description, atRoot].filter((text) => typeof text === 'string' && text !== '');
    return { name: modelName, description: texts.join('\n'), inputSchema: bare };
  });
  return { tools: told, names };
}
