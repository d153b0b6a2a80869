import type { ListedTool } from './listed-tool.js';

/** How a server's tools differ from those that it listed before: by name, each list sorted. */
export interface ToolsChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The tools whose definition is another. */
  readonly changed: readonly string[];
}

/** Undefined when the tools are the same, in whatever order. */
export function toolsChange(
  before: ReadonlyMap<string, ListedTool>,
  after: ReadonlyMap<string, ListedTool>,
): ToolsChange | undefined {
  const added = [...after.keys()].filter((name) => !before.has(name)).sort();
  const removed = [...before.keys()].filter((name) => !after.has(name)).sort();
  const differs = ({ schema, digest }: ListedTool): boolean =>
    before.has(schema.name) && before.get(schema.name)?.digest !== digest;
  const changed = [...after.values()].filter(differs).map(({ schema }) => schema.name);
  if (added.length + removed.length + changed.length === 0) return undefined;
  return { added, removed, changed: changed.sort() };
}
