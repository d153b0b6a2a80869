import type { Tool } from '../../../src/domain/tool.js';

/** A tool of this name that answers with its name. */
export function toolOf(name: string): Tool {
  return {
    schema: { name, description: `The ${name}.`, inputSchema: { type: 'object' } },
    execute: () => name,
  };
}
