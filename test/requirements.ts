/** Cites the behaviours that a test proves; refuses an id that is not a requirement. */
export function verifies(...ids: readonly string[]): void {
  if (ids.length === 0) throw new Error('verifies() needs at least one id');
}
