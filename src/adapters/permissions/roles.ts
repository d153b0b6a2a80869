import { InvalidOptionError } from '../../domain/errors.js';
import { shapeOf } from '../../domain/json.js';
import type { PermissionDecision } from '../../domain/verdict.js';
import type { PermissionChecker, PermissionRequest } from '../../ports/permission-checker.js';
import { readRules, ruleFor, TOOL_CALL, type PermissionRule, type PreparedRule } from './rules.js';

/** The tools of each role, by tool id. The entry `'*'` stands for every tool, and only where it is written. */
export type Roles = { readonly [role: string]: readonly string[] };

const EVERY_TOOL = '*';
const ALLOW: PermissionDecision = Object.freeze({ result: 'allow' });

/** Everything that one policy is made of, read and copied once. */
interface Facts {
  readonly roles: ReadonlyMap<string, ReadonlySet<string>>;
  readonly activeRole: string;
  readonly rules: readonly PreparedRule[];
}

/**
 * Who may use what, by role. The rules are asked first, in order; the first that matches decides. Otherwise a tool is
 * allowed exactly when the active role lists it. A capability is decided by rules alone, and denied where none matches.
 * A policy never changes: another role is another policy.
 */
export class PermissionPolicy implements PermissionChecker {
  readonly name: string = 'roles';
  readonly activeRole: string;
  readonly #facts: Facts;
  readonly #tools: ReadonlySet<string>;

  private constructor(facts: Facts) {
    const tools = facts.roles.get(facts.activeRole);
    if (tools === undefined) {
      const known = [...facts.roles.keys()].map((role) => `"${role}"`).join(', ');
      throw new InvalidOptionError(
        `The active role "${facts.activeRole}" is not one of the policy's roles: ${known === '' ? '(none)' : known}. ` +
          'Add it to the roles, or name one of them.',
      );
    }
    this.activeRole = facts.activeRole;
    this.#facts = facts;
    this.#tools = tools;
  }

  /**
   * @throws InvalidOptionError for an active role that is not among the roles, and for a role or rule of the wrong shape
   */
  static fromRoles(
    roles: Roles,
    activeRole: string,
    rules: readonly PermissionRule[] = [],
  ): PermissionPolicy {
    if (typeof activeRole !== 'string') {
      throw new InvalidOptionError(
        `PermissionPolicy.fromRoles takes the active role's name second, not ${shapeOf(activeRole)}.`,
      );
    }
    return new PermissionPolicy({ roles: readRoles(roles), activeRole, rules: readRules(rules) });
  }

  check(request: PermissionRequest): PermissionDecision {
    return this.#decide(request.capability, request.target);
  }

  /** Whether any rule names the capability. */
  governs(capability: string): boolean {
    return this.#facts.rules.some((rule) => rule.namesCapability && rule.capability === capability);
  }

  /** Whether a call of the tool would be let through. Bound, so that it is a predicate for `gatedTools`. */
  readonly isAllowed = (tool: string): boolean => {
    const { result } = this.#decide(TOOL_CALL, tool);
    return result === 'allow' || result === 'gate_open';
  };

  /** The same policy for another of its roles. @throws InvalidOptionError for a role that it does not have */
  withActiveRole(role: string): PermissionPolicy {
    return new PermissionPolicy({ ...this.#facts, activeRole: role });
  }

  /** The ids that this policy names and lets through, the role's own first; `'*'` where the role allows every tool. */
  get allowedToolIds(): readonly string[] {
    const named = this.#facts.rules.flatMap((rule) => (rule.tool === undefined ? [] : [rule.tool]));
    const ids = [...new Set([...this.#tools, ...named])];
    return Object.freeze(ids.filter((id) => id === EVERY_TOOL || this.isAllowed(id)));
  }

  #decide(capability: string, tool: string): PermissionDecision {
    const { rules } = this.#facts;
    const rule = rules.length === 0 ? undefined : ruleFor(rules, capability, tool);
    if (rule !== undefined) return rule.decision;
    if (capability !== TOOL_CALL) return denied(`no rule allows "${tool}" the capability "${capability}"`);
    if (this.#tools.has(tool) || this.#tools.has(EVERY_TOOL)) return ALLOW;
    return denied(`the role "${this.activeRole}" does not include "${tool}"`);
  }
}

function denied(rationale: string): PermissionDecision {
  return Object.freeze({ result: 'deny', rationale });
}

function readRoles(roles: Roles): ReadonlyMap<string, ReadonlySet<string>> {
  if (typeof roles !== 'object' || roles === null || Array.isArray(roles)) {
    throw new InvalidOptionError(
      `PermissionPolicy.fromRoles takes roles as { role: [tool ids] }, not ${shapeOf(roles)}.`,
    );
  }
  const read = new Map<string, ReadonlySet<string>>();
  for (const [role, tools] of Object.entries(roles)) {
    if (!Array.isArray(tools) || !tools.every((tool) => typeof tool === 'string' && tool !== '')) {
      throw new InvalidOptionError(
        `The role "${role}" must be an array of tool ids, each a non-empty string.`,
      );
    }
    read.set(role, new Set(tools));
  }
  return read;
}
