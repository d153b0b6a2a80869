import { InvalidOptionError } from '../../domain/errors.js';
import { shapeOf } from '../../domain/json.js';
import { readListedTool } from './listed-tool.js';
import { isObject } from './result/content-block.js';
import type { ToolDefinition } from './tool-definition.js';

/**
 * Reads what was pinned in an earlier process.
 *
 * @throws InvalidOptionError naming the server, and the tool, whose pin is none
 */
export function readPins(pinned: unknown): Map<string, Map<string, ToolDefinition>> {
  const servers = entriesOf(pinned, 'definitionPins takes an object of servers by name');
  return new Map(
    servers.map(([server, tools]) => {
      const definitions = entriesOf(tools, `definitionPins: "${server}" must be an object of tools by name`);
      return [server, new Map(definitions.map(([tool, value]) => [tool, readPin(server, tool, value)]))];
    }),
  );
}

function entriesOf(value: unknown, expected: string): readonly [string, unknown][] {
  if (!isObject(value)) throw new InvalidOptionError(`${expected}, not ${shapeOf(value)}.`);
  return Object.entries(value);
}

function readPin(server: string, tool: string, value: unknown): ToolDefinition {
  const { name, tool: read, problem = 'it has another name' } = readListedTool(value);
  if (read !== undefined && name === tool) return read.definition;
  throw new InvalidOptionError(
    `definitionPins: "${server}", "${tool}" is no definition: ${problem}. Pass what toJSON() gave.`,
  );
}
