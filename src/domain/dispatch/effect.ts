/**
 * What the shell has to do for a call in its present stage. Everything it needs beside the name is in the call's state;
 * `suspend` means that nothing is done until a person has decided.
 */
export type CallEffect =
  | 'check_permission'
  | 'check_capability'
  | 'run_before'
  | 'validate'
  | 'check_in'
  | 'execute'
  | 'run_after'
  | 'suspend';
