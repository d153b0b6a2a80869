import type { Harness } from '../../src/ports/contracts/harness.js';

/** Runs a port suite without a test runner. Answers the names of the tests that failed; throws when there is no test. */
export async function brokenLaws(suite: (harness: Harness) => void): Promise<readonly string[]> {
  const tests: { readonly name: string; readonly body: () => Promise<void> | void }[] = [];
  suite({ describe: (_name, body) => body(), test: (name, body) => void tests.push({ name, body }) });
  if (tests.length === 0) throw new Error('the suite has no tests');
  const broken: string[] = [];
  for (const { name, body } of tests) {
    try {
      await body();
    } catch {
      broken.push(name);
    }
  }
  return broken;
}
