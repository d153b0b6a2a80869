import { InvalidOptionError } from '../../domain/errors.js';
import { shapeOf } from '../../domain/json.js';
import { checkUniqueNames } from '../../domain/tool-check.js';
import type { Tool } from '../../domain/tool.js';
import type { ToolProvider } from '../../ports/tool-provider.js';

/**
 * A provider that shows the same tools in every turn. It keeps a frozen copy of the list, so every answer is the same
 * array and a later change to the caller's array shows nothing new.
 *
 * @throws InvalidOptionError for an entry that is no tool, and for two tools of one name
 */
export function staticTools(tools: readonly Tool[]): ToolProvider {
  if (!Array.isArray(tools)) {
    throw new InvalidOptionError(`staticTools takes an array of tools, not ${shapeOf(tools)}.`);
  }
  tools.forEach(checkEntry);
  checkUniqueNames('staticTools', tools);
  const list = Object.freeze([...(tools as readonly Tool[])]);
  return { id: 'static', list: () => list };
}

function checkEntry(tool: unknown, index: number): void {
  const { schema, execute } = (tool ?? {}) as { readonly schema?: unknown; readonly execute?: unknown };
  const { name, inputSchema } = (schema ?? {}) as { readonly name?: unknown; readonly inputSchema?: unknown };
  const fault = faultOf(tool, name, inputSchema, execute);
  if (fault === undefined) return;
  const known = typeof name === 'string' && name !== '' ? ` ("${name}")` : '';
  throw new InvalidOptionError(
    `staticTools: entry ${index}${known} is not a tool: ${fault}. ` +
      'A tool has schema { name, description, inputSchema } and execute().',
  );
}

function faultOf(tool: unknown, name: unknown, inputSchema: unknown, execute: unknown): string | undefined {
  if (typeof tool !== 'object' || tool === null) return `it is ${shapeOf(tool)}`;
  if (typeof name !== 'string' || name === '') return 'it has no schema.name';
  if (typeof inputSchema !== 'object' || inputSchema === null) return 'it has no schema.inputSchema';
  if (typeof execute !== 'function') return 'it has no execute()';
  return undefined;
}
