import { InvalidOptionError } from '../../domain/errors.js';
import { shapeOf } from '../../domain/json.js';
import * as option from '../../domain/options.js';
import type { PermissionDecision, PermissionResult } from '../../domain/verdict.js';

/** The capability under which a tool call itself is checked. */
export const TOOL_CALL = 'tool_call';

/**
 * One rule of a policy. It matches where everything it names matches: `tool` is a tool's name; `capability` is what is
 * asked, and without it the rule speaks of the tool call itself. It names at least one of the two. `gate_open` needs its
 * `gateId`.
 */
export interface PermissionRule {
  readonly tool?: string;
  readonly capability?: string;
  readonly result: PermissionResult;
  readonly rationale?: string;
  readonly tellLLM?: string;
  readonly reason?: string;
  readonly gateId?: string;
}

/** A rule as it is evaluated. */
export interface PreparedRule {
  readonly tool: string | undefined;
  readonly capability: string;
  /** Whether the rule was written for a capability, rather than for the tool call. */
  readonly namesCapability: boolean;
  readonly decision: PermissionDecision;
}

const RULE: option.OptionRules = {
  tool: option.text,
  capability: option.text,
  result: option.required(option.oneOf('allow', 'deny', 'halt', 'gate_open')),
  rationale: option.text,
  tellLLM: option.text,
  reason: option.text,
  gateId: option.text,
};

/** Checks and copies the rules. @throws InvalidOptionError naming the rule by its index */
export function readRules(rules: readonly PermissionRule[]): readonly PreparedRule[] {
  if (!Array.isArray(rules)) {
    throw new InvalidOptionError(`A policy's rules must be an array, not ${shapeOf(rules)}.`);
  }
  return rules.map(readRule);
}

function readRule(rule: PermissionRule, index: number): PreparedRule {
  const where = `rules[${index}] of the policy`;
  const { tool, capability, ...decision } = option.checkOptions(where, rule, RULE);
  if (tool === undefined && capability === undefined) {
    throw new InvalidOptionError(
      `${where} names neither a tool nor a capability. Name one; "tool_call" is every call.`,
    );
  }
  if (tool === '*') {
    throw new InvalidOptionError(
      `${where} has the tool "*". For every tool, leave "tool" out and name the capability.`,
    );
  }
  if (decision.result === 'gate_open' && decision.gateId === undefined) {
    throw new InvalidOptionError(`${where} opens a gate without its name. Give it a "gateId".`);
  }
  return {
    tool,
    capability: capability ?? TOOL_CALL,
    namesCapability: capability !== undefined,
    decision: Object.freeze(decision),
  };
}

/** The first rule that matches. */
export function ruleFor(
  rules: readonly PreparedRule[],
  capability: string,
  tool: string,
): PreparedRule | undefined {
  return rules.find(
    (rule) => rule.capability === capability && (rule.tool === undefined || rule.tool === tool),
  );
}
