/** The keyword that says, in a schema that is referred to, how many schemas one visit of it applies. */
export const WEIGHT = 'sallyportWeight';

const FLOOR = 100_000;

/** A check took more steps than the sizes of value and schema account for. */
class WorkBudgetSpent extends Error {}

/**
 * Bounds one check to a number of steps in proportion to the value. Recursive schemas that reach the same place by
 * several ways would otherwise take time exponential in the value's depth.
 */
export class WorkBudget {
  #left = 0;

  /** Starts a check. Both sizes are counts: of the value's parts, and of the schemas in the document. */
  open(valueSize: number, schemaSize: number): void {
    this.#left = FLOOR + valueSize * schemaSize;
  }

  /** @throws WorkBudgetSpent */
  readonly spend = (weight: number): true => {
    this.#left -= weight;
    if (this.#left < 0) throw new WorkBudgetSpent();
    return true;
  };
}
