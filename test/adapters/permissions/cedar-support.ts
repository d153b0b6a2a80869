import { cedarPolicy } from '../../../src/adapters/permissions/cedar-policy.js';
import type { CedarPolicyOptions } from '../../../src/adapters/permissions/cedar-options.js';
import type { Identity } from '../../../src/domain/identity.js';
import type { Json, JsonObject } from '../../../src/domain/json.js';
import type { Tool } from '../../../src/domain/tool.js';
import type { PermissionDecision } from '../../../src/domain/verdict.js';
import type { PermissionChecker } from '../../../src/ports/permission-checker.js';

interface Asked {
  readonly capability?: string;
  readonly source?: string;
  readonly identity?: Identity;
}

/** Asks for a call of the tool with these arguments. */
export async function ask(
  checker: PermissionChecker,
  target: string,
  args: Json = {},
  { capability = 'tool_call', ...asked }: Asked = {},
): Promise<PermissionDecision> {
  const answer = await checker.check({ capability, target, toolCallId: 'c', args, iteration: 1, ...asked });
  return typeof answer === 'string' ? { result: answer } : answer;
}

/** The result for a tool `send` under one policy set. */
export async function resultOf(
  policies: string,
  args: Json,
  options: Partial<CedarPolicyOptions> = {},
): Promise<string> {
  return (await ask(await cedarPolicy({ policies, ...options }), 'send', args)).result;
}

/** A tool that takes these properties. */
export function takes(name: string, properties: JsonObject, more: JsonObject = {}): Tool {
  const inputSchema = { type: 'object', properties, ...more };
  return { schema: { name, description: name, inputSchema }, execute: () => null };
}
