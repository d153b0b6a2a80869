import { NotJsonError, shapeOf, toJson, type Json } from '../../domain/json.js';
import type { JsonSchema, ToolSchema } from '../../domain/tool.js';
import { isObject } from './result/content-block.js';
import { definitionDigest, type ToolDefinition } from './tool-definition.js';

/** One tool as a server lists it. */
export interface ListedTool {
  readonly schema: ToolSchema;
  /** Whether its annotations say that a repeated call does no harm. */
  readonly repeatable: boolean;
  readonly definition: ToolDefinition;
  /** SHA-256 of the definition, in hex. */
  readonly digest: string;
}

/** An item of a tool list: the tool, or what is wrong with it. */
export interface ListedItem {
  /** What the item is called, for reports also where it has no name. */
  readonly name: string;
  readonly tool?: ListedTool;
  readonly problem?: string;
}

/** Reads one item of a tool list, asking of it no more than what a model needs to call it. */
export function readListedTool(item: unknown): ListedItem {
  if (!isObject(item)) return { name: '(no name)', problem: `it is ${shapeOf(item)}` };
  const { name, description, inputSchema, outputSchema, annotations } = item;
  if (typeof name !== 'string' || name === '') return { name: '(no name)', problem: 'it has no name' };
  const told = description ?? '';
  if (typeof told !== 'string') return { name, problem: `its description is ${shapeOf(told)}` };
  if (!isObject(inputSchema)) return { name, problem: `its inputSchema is ${shapeOf(inputSchema)}` };
  const hints = isObject(annotations) ? annotations : {};
  const repeatable = hints['readOnlyHint'] === true || hints['idempotentHint'] === true;
  let part = 'inputSchema';
  const read = (next: string, value: unknown): Json => toJson(value, (part = next));
  try {
    const schema = { name, description: told, inputSchema: read(part, inputSchema) as JsonSchema };
    const definition: ToolDefinition = {
      ...schema,
      ...(outputSchema === undefined ? {} : { outputSchema: read('outputSchema', outputSchema) }),
      ...(annotations === undefined ? {} : { annotations: read('annotations', annotations) }),
    };
    return { name, tool: { schema, repeatable, definition, digest: definitionDigest(definition) } };
  } catch (thrown) {
    if (!(thrown instanceof NotJsonError)) throw thrown;
    return { name, problem: `its ${part} nests too deep` };
  }
}
