import { defineTool, type Tool, type ToolContext } from '../../../src/index.js';
import { copyJson, type Json } from '../../../src/domain/json.js';
import type { ToolOptions } from '../../../src/app/define-tool.js';

/** A tool and what it was run with, each time. */
export interface CountedTool {
  readonly tool: Tool;
  readonly runs: Json[];
}

/** Any object is an argument, so that tests choose their own. */
const ANY_ARGS = { type: 'object' } as const;

/** A tool that keeps the arguments of every execution, and answers with what `answer` gives. */
export function counted(
  name: string,
  answer: (args: Record<string, Json>, ctx: ToolContext) => unknown = () => `${name} done`,
  more: Partial<ToolOptions<Record<string, Json>>> = {},
): CountedTool {
  const runs: Json[] = [];
  const tool = defineTool({
    name,
    description: `The tool ${name}.`,
    inputSchema: ANY_ARGS,
    ...more,
    execute: (args, ctx) => {
      runs.push(copyJson(args));
      return answer(args, ctx);
    },
  });
  return { tool, runs };
}
