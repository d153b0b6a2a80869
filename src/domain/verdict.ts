import type { Json } from './json.js';

/** What a permission checker answers. There is no ask at this layer: a denial is final for the call. */
export type PermissionResult = 'allow' | 'deny' | 'halt' | 'gate_open';

/** A permission checker's answer with its reasons. */
export interface PermissionDecision {
  readonly result: PermissionResult;
  /** For the operator, and read by the model on a plain `deny` that carries no `tellLLM`. */
  readonly rationale?: string;
  /** The sentence the model reads instead of the rationale. */
  readonly tellLLM?: string;
  /** Why a `halt` was called; for the operator only, never shown to a model. */
  readonly reason?: string;
  /** Which gate was open, recorded with `gate_open`. */
  readonly gateId?: string;
}

/** Let the value pass; with `value`, pass that instead, and `why` says what was changed for what reason. */
export interface Allow<Value = Json> {
  readonly outcome: 'allow';
  readonly value?: Value;
  readonly why?: string;
}

/** Refuse; the model reads `reason`. */
export interface Deny {
  readonly outcome: 'deny';
  readonly reason: string;
}

/** Suspend the run and put the exact call before a person. */
export interface Ask {
  readonly outcome: 'ask';
  readonly question: string;
  readonly detail?: Json;
}

/** What a tool middleware answers before a call. No arm can answer in the tool's place. */
export type ToolOutcome = Allow | Deny | Ask;

/** What a tool middleware answers about a result. */
export type ToolResultOutcome = Allow | Deny;

/** What a message middleware answers about a message's text. */
export type MessageOutcome = Allow<string> | Deny;

/** Lets the call pass as it is. */
export function allow(): Allow<never>;
/** Lets `value` pass instead; `why` is required, because a silent change cannot be reviewed. */
export function allow<Value>(value: Value, why: string): Allow<Value>;
export function allow<Value>(value?: Value, why?: string): Allow<Value> {
  if (value === undefined) return { outcome: 'allow' };
  return { outcome: 'allow', value, why: why as string };
}

/** Refuses the call; the model reads the reason and can adapt. */
export function deny(reason: string): Deny {
  return { outcome: 'deny', reason };
}

/** Suspends the run until a person has approved or declined exactly this call. */
export function ask(question: string, detail?: Json): Ask {
  return detail === undefined ? { outcome: 'ask', question } : { outcome: 'ask', question, detail };
}
