import { InvalidOptionError } from '../../domain/errors.js';
import type { PermissionDecision } from '../../domain/verdict.js';
import type { CedarPolicyJson } from './cedar-module.js';

const OF_FORBID = ['effect', 'reason', 'tellLLM'] as const;
const MEANT = [...OF_FORBID, 'id'];

/**
 * What a `forbid` policy answers where it applies: `deny`, or `halt` with `@effect("halt")`; `@reason` is for the
 * operator alone, and `@tellLLM` is what the model reads. A permit has none of the three. Other annotations are the author's own.
 *
 * @throws InvalidOptionError for an annotation that would be silently without effect
 */
export function forbiddenBy(
  id: string,
  { effect, annotations = {} }: CedarPolicyJson,
): PermissionDecision | undefined {
  for (const name of Object.keys(annotations)) refuseSlip(id, name);
  if (effect === 'permit') {
    const stray = OF_FORBID.find((name) => Object.hasOwn(annotations, name));
    if (stray === undefined) return undefined;
    throw new InvalidOptionError(
      `The policy "${id}" is a permit with @${stray}, which says something on a forbid only. Remove it.`,
    );
  }
  for (const name of OF_FORBID) {
    const said = annotations[name];
    if (Object.hasOwn(annotations, name) && (typeof said !== 'string' || said === '')) {
      throw new InvalidOptionError(`@${name} of the policy "${id}" needs its text: @${name}("...").`);
    }
  }
  if (annotations['effect'] !== undefined && annotations['effect'] !== 'halt') {
    throw new InvalidOptionError(
      `@effect of the policy "${id}" must be "halt". Without @effect the policy denies.`,
    );
  }
  return answer(id, annotations);
}

/** The operator reads the reason in the rationale too, so a model is told another sentence than that. */
function answer(
  id: string,
  { effect, reason, tellLLM }: { readonly [name: string]: string | null },
): PermissionDecision {
  const plain = `the policy "${id}" forbids it`;
  const halts = effect === 'halt';
  const told = tellLLM ?? (reason && !halts ? `[permission denied: ${plain}]` : undefined);
  return Object.freeze({
    result: halts ? 'halt' : 'deny',
    rationale: reason ? `${plain}: ${reason}` : plain,
    ...(reason ? { reason } : {}),
    ...(told === undefined ? {} : { tellLLM: told }),
  });
}

/** `@tellLlm` is an annotation to Cedar and nothing to us: a policy that was meant to halt would only deny. */
function refuseSlip(id: string, name: string): void {
  const meant = MEANT.find((known) => known !== name && known.toLowerCase() === name.toLowerCase());
  if (meant === undefined) return;
  throw new InvalidOptionError(`The policy "${id}" has @${name}. It is written @${meant}.`);
}
