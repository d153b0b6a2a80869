import type { CallStatus } from '../events.js';
import type { Json } from '../json.js';
import type { Replay } from '../tool.js';

/** Where a call stands. The last four are terminal. */
export type Stage =
  | 'permission'
  | 'capability'
  | 'before'
  | 'asking'
  | 'validate'
  | 'check-in'
  | 'confirming'
  | 'execute'
  | 'consenting'
  | 'answering'
  | 'doubtful'
  | 'after'
  | CallStatus;

/** The gates one call has to pass, as counts and flags: everything about its tool that decides the path. */
export interface CallPlan {
  readonly permission: boolean;
  /** Declared capabilities that the checker governs. */
  readonly capabilities: readonly string[];
  /** Middleware links that look at the call, and at its result. */
  readonly before: number;
  readonly after: number;
  /** False only for a tool that takes whatever comes. An unknown tool is refused here. */
  readonly validate: boolean;
  readonly checkIn: boolean;
  readonly replay: Replay;
  /** SHA-256 of the tool's definition as it was when the call was proposed; empty for an unknown tool. */
  readonly definition: string;
  /** The ceiling in UTF-16 code units; absent means that nothing is measured. */
  readonly maxChars?: number;
}

/** What a waiting call shows the person who decides. */
export interface Waiting {
  /** The question, the tool's demand, or what the lost outcome means. */
  readonly question: string;
  readonly detail?: Json;
  /** Which link asked, by name. */
  readonly link?: string;
  /** SHA-256 of what is being decided on: the run and whom it acts for, the tool's definition, the canonical arguments. */
  readonly digest: string;
}

/** How a call ended, as the model reads it. */
export interface CallResult {
  readonly content: Json;
  readonly isError: boolean;
  /** UTF-16 code units before and after the ceiling; null when nothing was measured. */
  readonly charsBefore: number | null;
  readonly charsAfter: number | null;
  /** The operator's reason for a halt; null for any other ending. */
  readonly haltReason: string | null;
}

/** One tool call, whole. JSON. */
export interface CallState {
  readonly id: string;
  readonly tool: string;
  /** The server the tool was read from; null for a tool of the application's own. */
  readonly source: string | null;
  readonly plan: CallPlan;
  readonly stage: Stage;
  /** Which capability or link is next, within its stage. */
  readonly index: number;
  /** What the model proposed, and what the chain has made of it: the arguments the tool runs with. */
  readonly proposed: Json;
  readonly args: Json;
  /** The result on its way back through the chain. */
  readonly value: Json;
  /** How often execution was started. */
  readonly attempts: number;
  readonly waiting: Waiting | null;
  readonly result: CallResult | null;
}

/** A call as a model's reply opens it. */
export interface OpenedCall {
  readonly id: string;
  readonly tool: string;
  readonly source?: string;
  readonly args: Json;
  readonly plan: CallPlan;
}

/** What a step may change in a call. */
export type CallChanges = Partial<
  Pick<CallState, 'stage' | 'index' | 'args' | 'value' | 'attempts' | 'waiting' | 'result'>
>;

/** The call with the changes. Written out field by field: an object spread takes twenty times as long, on every step. */
export function changeCall(call: CallState, changes: CallChanges): CallState {
  return {
    id: call.id,
    tool: call.tool,
    source: call.source,
    plan: call.plan,
    stage: changes.stage ?? call.stage,
    index: changes.index ?? call.index,
    proposed: call.proposed,
    args: changes.args === undefined ? call.args : changes.args,
    value: changes.value === undefined ? call.value : changes.value,
    attempts: changes.attempts ?? call.attempts,
    waiting: changes.waiting === undefined ? call.waiting : changes.waiting,
    result: changes.result === undefined ? call.result : changes.result,
  };
}
