import { SallyportError } from '../../domain/errors.js';
import type { AdapterContainer } from './container.js';
import { BINDING_NAMES } from './tokens.js';

/** Production was asked to start on what is not fit for it; every problem is listed at once. */
export class UnfitForProductionError extends SallyportError {
  constructor(problems: readonly string[]) {
    super(
      'ERR_UNFIT_FOR_PRODUCTION',
      `Production cannot start:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
    );
  }
}

/** @throws UnfitForProductionError listing every binding that is missing or for development only */
export function checkFitForProduction(container: AdapterContainer): void {
  const problems: string[] = [];
  if (container.get('permissionChecker') === undefined) {
    problems.push('no permission checker is bound: rebind "permissionChecker" to your policy');
  }
  if (container.get('journal')?.durable === false) {
    problems.push('the journal keeps nothing across a restart: rebind "journal" to a durable one');
  }
  for (const name of BINDING_NAMES) {
    const bound = container.get(name);
    const parts: readonly unknown[] = Array.isArray(bound) ? bound : [bound];
    if (parts.some(isForDevelopment))
      problems.push(`the adapter bound to "${name}" is for development: rebind it`);
  }
  if (problems.length > 0) throw new UnfitForProductionError(problems);
}

/** An adapter that is for development says so as data. */
function isForDevelopment(adapter: unknown): boolean {
  return (
    typeof adapter === 'object' &&
    adapter !== null &&
    'forDevelopment' in adapter &&
    adapter.forDevelopment === true
  );
}
