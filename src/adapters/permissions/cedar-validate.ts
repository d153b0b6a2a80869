import { InvalidOptionError } from '../../domain/errors.js';
import { saidBy } from './cedar-load.js';
import type { CedarModule, CedarSchema } from './cedar-module.js';
import type { PreparedPolicy } from './cedar-policies.js';

const SHOWN = 5;
const NEVER_APPLIES = /policy is impossible/;

/**
 * Holds the policies against the schema. A policy that can never apply is refused too: a forbid that is never true
 * protects nothing.
 *
 * @throws InvalidOptionError naming each policy and its problem, the first five of them
 */
export function validatePolicies(
  cedar: CedarModule,
  schema: CedarSchema,
  policies: readonly PreparedPolicy[],
): void {
  const staticPolicies = Object.fromEntries(policies.map(({ id, text }) => [id, text]));
  const answer = cedar.validate({ schema, policies: { staticPolicies } });
  if (answer.type === 'failure') {
    throw new InvalidOptionError(
      `The policies cannot be held against the schema: ${answer.errors.map(saidBy).join('; ')}.`,
    );
  }
  const impossible = answer.validationWarnings.filter(({ error }) => NEVER_APPLIES.test(error.message));
  const erroneous = new Set(answer.validationErrors.map(({ policyId }) => policyId));
  const problems = [
    ...answer.validationErrors,
    ...impossible.filter(({ policyId }) => !erroneous.has(policyId)),
  ].map(
    ({ policyId, error }) =>
      `policy "${policyId}": ${saidBy(error).replace(`for policy \`${policyId}\`, `, '')}`,
  );
  if (problems.length === 0) return;
  const more = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
  throw new InvalidOptionError(
    `The policies do not fit the schema: ${problems.slice(0, SHOWN).join('; ')}${more}. Correct them, or the schema.`,
  );
}
