import { shapeOf, toJson } from '../../domain/json.js';
import type { JsonSchema, ToolSchema } from '../../domain/tool.js';
import { isObject } from './result/content-block.js';

/** One tool as a server lists it. */
export interface ListedTool {
  readonly schema: ToolSchema;
  /** Whether its annotations say that a repeated call does no harm. */
  readonly repeatable: boolean;
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
  const { name, description, inputSchema, annotations } = item;
  if (typeof name !== 'string' || name === '') return { name: '(no name)', problem: 'it has no name' };
  const told = description ?? '';
  if (typeof told !== 'string') return { name, problem: `its description is ${shapeOf(told)}` };
  if (!isObject(inputSchema)) return { name, problem: `its inputSchema is ${shapeOf(inputSchema)}` };
  const hints = isObject(annotations) ? annotations : {};
  const repeatable = hints['readOnlyHint'] === true || hints['idempotentHint'] === true;
  try {
    const schema = toJson(inputSchema, 'inputSchema') as JsonSchema;
    return { name, tool: { schema: { name, description: told, inputSchema: schema }, repeatable } };
  } catch {
    return { name, problem: 'its inputSchema nests too deep' };
  }
}
