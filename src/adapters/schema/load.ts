/**
 * Loads a package on use, in the middle of a synchronous check. Neither it nor the library that loads it is paid for by a
 * program that checks no schema.
 */
export function load(name: string): unknown {
  return process.getBuiltinModule('node:module').createRequire(import.meta.url)(name);
}
