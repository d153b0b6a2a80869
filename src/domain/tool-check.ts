import { InvalidOptionError } from './errors.js';
import { shapeOf } from './json.js';
import type { Tool } from './tool.js';

/**
 * Refuses what is not a tool, naming what is wrong with it.
 *
 * @param where how the caller knows the place, for example `staticTools`
 * @throws InvalidOptionError
 */
export function checkTool(where: string, value: unknown): asserts value is Tool {
  const tool = (typeof value === 'object' && value !== null ? value : {}) as {
    schema?: unknown;
    execute?: unknown;
  };
  const schema = (typeof tool.schema === 'object' && tool.schema !== null ? tool.schema : {}) as Record<
    string,
    unknown
  >;
  const { name, description, inputSchema } = schema;
  const refuse = (problem: string): never => {
    throw new InvalidOptionError(
      `${where}: ${problem}. Make tools with defineTool, or take them from a client's tools().`,
    );
  };
  if (typeof name !== 'string' || name === '')
    refuse(`a tool needs a schema with a name, and this is ${shapeOf(value)}`);
  if (typeof description !== 'string') refuse(`tool "${String(name)}" needs a description, a string`);
  if (typeof inputSchema !== 'object' || inputSchema === null || Array.isArray(inputSchema)) {
    refuse(`tool "${String(name)}" needs an inputSchema, a JSON Schema object`);
  }
  if (typeof tool.execute !== 'function') refuse(`tool "${String(name)}" needs execute, a function`);
}

/** Refuses two tools of one name, saying whose they are: which of them a call would reach could not be told. */
export function checkUniqueNames(where: string, tools: readonly Tool[]): void {
  const owners = new Map<string, string>();
  for (const { schema, source } of tools) {
    const owner = source === undefined ? 'the application' : `server "${source}"`;
    const other = owners.get(schema.name);
    if (other !== undefined) {
      throw new InvalidOptionError(
        `${where}: two tools are called "${schema.name}": one of ${other}, one of ${owner}. Rename one, or prefix the tools of one server.`,
      );
    }
    owners.set(schema.name, owner);
  }
}
