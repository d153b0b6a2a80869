import { owned, type Requirement } from './requirement.js';

/** V: approvals, resume and policy, from the field. */
export const governanceCases: readonly Requirement[] = owned('approvals', {
  V01: 'A free call beside one that asks runs once, and its result is in history before and after the resume',
  V02: 'Two asks of one reply are approved one after the other, run once each, and land in order',
  V03: 'Allowed calls run at the same time under a policy',
  V04: 'A decision for an unknown or finished call is refused by name',
  V05: 'An approved tool that throws is recorded as failed and its approval cannot be used again',
  V06: 'A retried run does not run a finished tool again',
  V07: 'The answer of a pause is the result of its tool, which is not entered again',
  V08: 'A demand that was recorded stands on resume, whatever its predicate says by then',
  V09: 'A value that is not JSON is refused by name where it comes in',
  V10: 'A resume with a fresh context keeps the principal or is refused',
  V11: 'The ask of an inner agent suspends the outer run, and the resume reaches the inner call',
  V12: 'What is pending outlives the process and is listed from the journal',
  V13: 'A run cut off in a model call is found and resumes',
  V14: 'A pending call of a removed tool is refused with what changed, and its run can be ended',
  V15: 'A decision for a call that never asked, or for other args, runs nothing',
  V16: 'One changed byte of stored args is refused',
  V17: 'No approval covers a later ask',
  V18: 'A declined call executes zero times',
  V19: 'Each call id has exactly one result before the model is asked again, on every path',
  V20: "A run with two approvals has a history that holds by the providers' rules",
  V21: 'One approval sent eight times from two processes executes once, and seven are refused by name',
  V22: 'Whatever a tool throws becomes a stated error text',
});
