import type { CallPlan } from '../domain/dispatch/state.js';
import { digest } from './digest.js';
import { toJson } from '../domain/json.js';
import type { Tool } from '../domain/tool.js';
import type { PermissionChecker } from '../ports/permission-checker.js';

/** The gates an agent puts before its tools. */
export interface Gates {
  readonly checker: PermissionChecker | undefined;
  readonly before: number;
  readonly after: number;
  readonly maxChars: number | undefined;
}

/** The path of a call to a tool that is not there: it meets the permission gate, and then is told that it is unknown. */
export function unknownPlan({ checker, maxChars }: Gates): CallPlan {
  return {
    permission: checker !== undefined,
    capabilities: [],
    before: 0,
    after: 0,
    validate: true,
    checkIn: false,
    replay: 'never',
    definition: '',
    ...(maxChars === undefined ? {} : { maxChars }),
  };
}

/** The path of a call to this tool. */
export function planOf(tool: Tool, gates: Gates): CallPlan {
  return {
    ...unknownPlan(gates),
    capabilities: [...new Set(tool.capabilities)].filter((name) => gates.checker?.governs?.(name) === true),
    before: gates.before,
    after: gates.after,
    checkIn: tool.checkIn !== undefined,
    replay: tool.replay ?? 'never',
    definition: definitionDigest(tool),
  };
}

/** What a person who approves a call relies on: what the tool says of itself, where it lives, and how it is replayed. */
function definitionDigest({ schema, source, definition, needs, replay, capabilities }: Tool): string {
  const { name, description, inputSchema } = schema;
  return digest(
    toJson(
      { name, description, inputSchema, source, definition, needs, replay, capabilities },
      `Tool "${name}"`,
    ),
  );
}
