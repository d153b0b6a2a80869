import { createHash } from 'node:crypto';
import { OptionalPeerMissingError } from '../../domain/errors.js';
import type { CedarFailure, CedarModule, CedarProblem } from './cedar-module.js';

/**
 * The module: the one given, or the installed one, loaded now. It answers and never throws.
 *
 * @throws OptionalPeerMissingError when it is not installed
 */
export async function loadCedar(
  load: () => Promise<CedarModule> = () => import('@cedar-policy/cedar-wasm/nodejs'),
): Promise<CedarModule> {
  try {
    return guarded(await load());
  } catch (thrown) {
    const code = (thrown as { code?: unknown } | undefined)?.code;
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
      throw new OptionalPeerMissingError('cedarPolicy()', '@cedar-policy/cedar-wasm');
    }
    throw thrown;
  }
}

/**
 * The module with every throw as a failure. Cedar throws what it cannot read at all; and once its stack has overflowed, as
 * it does over a policy that is nested very deep, it may throw at everything until the process ends.
 */
function guarded(cedar: CedarModule): CedarModule {
  return {
    policySetTextToParts: (text) => answerOf(() => cedar.policySetTextToParts(text)),
    policyToJson: (policy) => answerOf(() => cedar.policyToJson(policy)),
    schemaToJson: (schema) => answerOf(() => cedar.schemaToJson(schema)),
    checkParseSchema: (schema) => answerOf(() => cedar.checkParseSchema(schema)),
    checkParseEntities: (call) => answerOf(() => cedar.checkParseEntities(call)),
    preparseSchema: (name, schema) => answerOf(() => cedar.preparseSchema(name, schema)),
    preparsePolicySet: (id, policies) => answerOf(() => cedar.preparsePolicySet(id, policies)),
    validate: (call) => answerOf(() => cedar.validate(call)),
    statefulIsAuthorized: (call) => answerOf(() => cedar.statefulIsAuthorized(call)),
  };
}

function answerOf<Answer>(ask: () => Answer): Answer | CedarFailure {
  try {
    return ask();
  } catch {
    const message =
      'Cedar cannot read it: it is incomplete or nested too deep, or Cedar failed at that before';
    return { type: 'failure', errors: [{ message }] };
  }
}

/** A problem in Cedar's words, with its advice. */
export function saidBy({ message, help }: CedarProblem): string {
  return help === null || help === undefined ? message : `${message} (${help})`;
}

/** A name for something that Cedar keeps, made of what it is. */
export function digestId(content: unknown): string {
  return `sallyport:${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`;
}
