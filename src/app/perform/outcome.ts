import { InvalidAnswerError } from '../../domain/errors.js';
import { frozenJson, shapeOf, type Json } from '../../domain/json.js';

/** A link's answer, checked: an outcome the moment knows, with a reason where one is needed and JSON where a value is. */
export interface ReadOutcome {
  readonly outcome: 'allow' | 'deny' | 'ask';
  readonly value?: Json;
  readonly why?: string;
  readonly reason?: string;
  readonly detail?: Json;
}

type Arm = (answer: { readonly [key: string]: unknown }, who: string) => ReadOutcome;

const ALLOW: ReadOutcome = { outcome: 'allow' };

const ARMS: { readonly [outcome in ReadOutcome['outcome']]: Arm } = {
  allow: ({ value, why }, who) => {
    if (value === undefined) return ALLOW;
    if (typeof why !== 'string' || why === '')
      throw new InvalidAnswerError(who, 'a value without its why', 'allow(value, why)');
    return { outcome: 'allow', value: frozenJson(value, `${who}: value`), why };
  },
  deny: ({ reason }) => (typeof reason === 'string' ? { outcome: 'deny', reason } : { outcome: 'deny' }),
  ask: ({ question, detail }, who) => {
    if (typeof question !== 'string' || question === '')
      throw new InvalidAnswerError(who, 'an ask without a question', 'ask(question)');
    return {
      outcome: 'ask',
      reason: question,
      ...(detail === undefined ? {} : { detail: frozenJson(detail, `${who}: detail`) }),
    };
  },
};

/**
 * @param kind what answered, and `name` which one
 * @throws InvalidAnswerError for an answer that is no outcome, or none of those allowed here
 */
export function readOutcome<Allowed extends ReadOutcome['outcome']>(
  answer: unknown,
  kind: string,
  name: string,
  allowed: readonly Allowed[],
): ReadOutcome & { readonly outcome: Allowed } {
  const given = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    readonly outcome?: unknown;
  };
  const outcome = given.outcome as Allowed;
  const who = `${kind} "${name}"`;
  if (!allowed.includes(outcome)) throw new InvalidAnswerError(who, shapeOf(answer), allowed.join(', '));
  return ARMS[outcome](given, who) as ReadOutcome & {
    readonly outcome: Allowed;
  };
}
