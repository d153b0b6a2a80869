import type { PermissionDecision } from '../../domain/verdict.js';
import type { CedarAnswer, CedarProblem } from './cedar-module.js';
import type { PreparedPolicy } from './cedar-policies.js';

const ALLOW: PermissionDecision = Object.freeze({ result: 'allow' });

/** The policies by id, in the order in which they were given. */
export type PoliciesById = ReadonlyMap<string, PreparedPolicy>;

/**
 * One decision from the answers of all buckets. A forbid that applies decides, and one that halts before one that
 * denies; then anything that could not be evaluated denies, since Cedar itself would go on as if that policy were not
 * there; then a permit allows; and what nothing permits is denied.
 */
export function decisionFrom(
  answers: readonly CedarAnswer[],
  policies: PoliciesById,
  target: string,
): PermissionDecision {
  const responses = answers.flatMap((answer) => (answer.type === 'success' ? [answer.response] : []));
  const forbids = responses.flatMap(({ decision, diagnostics }) =>
    decision === 'deny' ? diagnostics.reason : [],
  );
  const forbidding = new Set(forbids);
  const applied = forbidding.size === 0 ? [] : [...policies.values()].filter(({ id }) => forbidding.has(id));
  const decisive = applied.find(({ decision }) => decision?.result === 'halt') ?? applied[0];
  if (decisive?.decision !== undefined) return decisive.decision;
  for (const answer of answers) if (answer.type === 'failure') return unfit(answer.errors);
  const errors = responses.flatMap(({ diagnostics }) => diagnostics.errors);
  if (errors.length > 0) return failed(errors, policies);
  if (responses.some(({ decision }) => decision === 'allow')) return ALLOW;
  return Object.freeze({ result: 'deny', rationale: `no policy permits "${target}"` });
}

/** Denies, telling the operator which policies failed and where. Cedar's own words may hold arguments, so they are left out. */
function failed(
  errors: readonly { readonly policyId: string; readonly error: CedarProblem }[],
  policies: PoliciesById,
): PermissionDecision {
  const places = new Set(
    errors.map(({ policyId, error }) => {
      const at = error.sourceLocations?.[0];
      const text = policies.get(policyId)?.text;
      if (at === undefined || text === undefined) return `"${policyId}"`;
      return `"${policyId}" at ${Buffer.from(text).subarray(at.start, at.end).toString().replace(/\s+/g, ' ')}`;
    }),
  );
  return Object.freeze({
    result: 'deny',
    rationale: `a policy could not be evaluated: ${[...places].join(', ')}`,
    tellLLM:
      '[permission denied: a policy could not be evaluated for this call; an argument that it reads may be missing]',
  });
}

function unfit(errors: readonly CedarProblem[]): PermissionDecision {
  return Object.freeze({
    result: 'deny',
    rationale: `Cedar refused the request: ${faultOf(errors[0]?.message ?? '')}`,
    tellLLM:
      '[permission denied: the policy engine does not know this tool, or does not take these arguments]',
  });
}

function faultOf(message: string): string {
  if (/^(while parsing )?context/.test(message)) return "the arguments do not fit the action's context";
  if (message.startsWith('action')) return 'its schema has no such action';
  if (/^principal/.test(message)) return 'the schema does not let this type of principal use the action';
  if (/^resource/.test(message)) return 'the schema does not have the action on this resource';
  if (/entity|entities/.test(message)) return 'the principal or the tool does not fit its entity type';
  return 'it could not be read';
}
