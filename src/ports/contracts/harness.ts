/** The two functions of a test runner that a port suite needs: those of jest, vitest, mocha and node:test all fit. */
export interface Harness {
  describe(name: string, body: () => void): void;
  test(name: string, body: () => Promise<void> | void): void;
}
