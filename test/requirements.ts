import { attacks } from './requirements/attacks.js';
import { clients } from './requirements/clients.js';
import { code } from './requirements/code.js';
import { gates } from './requirements/gates.js';
import { governanceCases } from './requirements/governance-cases.js';
import { identity } from './requirements/identity.js';
import { mcpCases } from './requirements/mcp-cases.js';
import type { Requirement } from './requirements/requirement.js';
import { runs } from './requirements/runs.js';
import { serving } from './requirements/serving.js';

/** Every behaviour and case that the system must show, each with its owner. */
export const requirements: readonly Requirement[] = [
  ...clients,
  ...gates,
  ...runs,
  ...identity,
  ...serving,
  ...code,
  ...governanceCases,
  ...mcpCases,
  ...attacks,
];

const known: ReadonlySet<string> = new Set(requirements.map(({ id }) => id));

/**
 * Cites the requirements that a test proves. test/coverage.test.ts reads the citations from the sources.
 *
 * @throws Error when there is no id, or naming the first id that is no requirement
 */
export function verifies(...ids: readonly string[]): void {
  if (ids.length === 0) throw new Error('verifies() needs at least one id');
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new Error(`verifies(): "${unknown}" is no requirement; see test/requirements/ for those there are`);
}
