import { InvalidOptionError } from '../../domain/errors.js';
import type { PermissionDecision } from '../../domain/verdict.js';
import { forbiddenBy } from './cedar-annotations.js';
import { saidBy } from './cedar-load.js';
import type { CedarModule, CedarPolicyJson, CedarUid } from './cedar-module.js';
import { CAPABILITY_ACTION, keyOf, uidsIn, visit } from './cedar-uid.js';

/** One policy, read once. */
export interface PreparedPolicy {
  /** Its `@id`, otherwise `policy<n>`, counted from 0 over all texts. */
  readonly id: string;
  readonly text: string;
  /** What it answers where it forbids; absent for a permit. */
  readonly decision: PermissionDecision | undefined;
  /** The keys of the actions that its scope names; absent where it speaks of every action. */
  readonly actions: readonly string[] | undefined;
  /** The entities that its conditions name, whose attributes they may read. */
  readonly uses: readonly CedarUid[];
  /** Whether a condition asks if the action is a capability at all. */
  readonly asksForCapability: boolean;
}

/** @throws InvalidOptionError naming the policy, or the text and line, and the problem */
export function readPolicies(
  cedar: CedarModule,
  policies: string | readonly string[],
): readonly PreparedPolicy[] {
  const texts = typeof policies === 'string' ? [policies] : policies;
  const parts = texts.flatMap((text, index) =>
    partsOf(cedar, text, typeof policies === 'string' ? 'policies' : `policies[${index}]`),
  );
  if (parts.length === 0) {
    throw new InvalidOptionError('cedarPolicy() was given no policy, which would deny every call.');
  }
  const seen = new Set<string>();
  return parts.map((text, index) => {
    const policy = readPolicy(cedar, text, index);
    if (seen.has(policy.id)) {
      throw new InvalidOptionError(
        `Two policies have the id "${policy.id}". Give each an @id of its own, or none.`,
      );
    }
    seen.add(policy.id);
    return policy;
  });
}

/** The policies of one text in the order of the text; Cedar sorts them by the ids `policy0`, `policy1`, `policy10`. */
function partsOf(cedar: CedarModule, text: string, where: string): readonly string[] {
  const parts = cedar.policySetTextToParts(text);
  if (parts.type === 'failure') {
    const problems = parts.errors.map((problem) => {
      const at = problem.sourceLocations?.[0]?.start;
      const line =
        at === undefined ? '' : ` in line ${Buffer.from(text).subarray(0, at).toString().split('\n').length}`;
      return `${saidBy(problem)}${line}`;
    });
    throw new InvalidOptionError(`${where} of cedarPolicy() cannot be parsed: ${problems.join('; ')}.`);
  }
  if (parts.policy_templates.length > 0) {
    throw new InvalidOptionError(
      `${where} of cedarPolicy() holds a template (?principal or ?resource). Write out the policies that it stands for.`,
    );
  }
  const order = parts.policies.map((_, index) => index).sort((a, b) => (String(a) < String(b) ? -1 : 1));
  const inOrder: string[] = [];
  order.forEach((place, index) => (inOrder[place] = parts.policies[index] as string));
  return inOrder;
}

function readPolicy(cedar: CedarModule, text: string, index: number): PreparedPolicy {
  const read = cedar.policyToJson(text);
  if (read.type === 'failure') {
    throw new InvalidOptionError(
      `The policy "policy${index}" cannot be read: ${read.errors.map(saidBy).join('; ')}.`,
    );
  }
  const id = read.json.annotations?.['id'] ?? `policy${index}`;
  return {
    id,
    text,
    decision: forbiddenBy(id, read.json),
    actions: actionsOf(read.json),
    uses: uidsIn(read.json.conditions),
    asksForCapability: asksForCapability(read.json),
  };
}

function actionsOf({ action }: CedarPolicyJson): readonly string[] | undefined {
  return 'op' in action && action.op === 'All' ? undefined : uidsIn(action).map(keyOf);
}

function asksForCapability({ conditions }: CedarPolicyJson): boolean {
  let asks = false;
  visit(conditions, (object) => (asks ||= object['entity_type'] === CAPABILITY_ACTION));
  return asks;
}
