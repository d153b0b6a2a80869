import type { Tool } from '../../../domain/tool.js';
import { McpToolCollisionError } from './tool-collision-error.js';

/** What one server serves. */
export interface ServerTools {
  readonly server: string;
  readonly tools: readonly Tool[];
}

/** @throws McpToolCollisionError when two servers have a tool of one name */
export type MergeTools = (listed: readonly ServerTools[]) => readonly Tool[];

/**
 * Makes one list of the lists of several servers, in their order. As long as the tools are the same ones, so is the array;
 * a tool that stays is the same object in the next list, too.
 *
 * @param prefix whether a tool is served as `<server>__<tool>`; it is called by its own name all the same
 */
export function mergedTools(prefix: boolean): MergeTools {
  let latest: readonly Tool[] = [];
  let merged: readonly Tool[] = [];
  const prefixed = new WeakMap<Tool, Tool>();
  const served = (server: string, tool: Tool): Tool => {
    if (!prefix) return tool;
    const known = prefixed.get(tool);
    if (known !== undefined) return known;
    const made = { ...tool, schema: { ...tool.schema, name: `${server}__${tool.schema.name}` } };
    prefixed.set(tool, made);
    return made;
  };
  return (listed) => {
    const tools = listed.flatMap((one) => one.tools);
    if (tools.length !== latest.length || tools.some((tool, i) => tool !== latest[i])) {
      merged = merge(listed, served);
      latest = tools;
    }
    return merged;
  };
}

function merge(
  listed: readonly ServerTools[],
  served: (server: string, tool: Tool) => Tool,
): readonly Tool[] {
  const owners = new Map<string, string>();
  const all: Tool[] = [];
  for (const { server, tools } of listed) {
    for (const tool of tools.map((one) => served(server, one))) {
      const { name } = tool.schema;
      const owner = owners.get(name);
      if (owner !== undefined) throw new McpToolCollisionError(name, owner, server);
      owners.set(name, server);
      all.push(tool);
    }
  }
  return Object.freeze(all);
}
