import type { Identity } from '../domain/identity.js';
import type { Tool } from '../domain/tool.js';
import type { Awaitable } from './awaitable.js';
import type { SallyportEvent } from '../domain/events.js';

/** The facts on which visibility is decided, afresh for every model turn. */
export interface ToolListContext {
  /** The model turn, counted from 1. */
  readonly iteration: number;
  readonly activeSkillId?: string;
  readonly activeSkillIds?: readonly string[];
  readonly identity?: Identity | undefined;
  readonly signal?: AbortSignal;
  /** Where a provider reports what it hid or could not decide. */
  report?(event: SallyportEvent): void;
}

/**
 * What the model is shown in one turn.
 *
 * Laws:
 * - The answer is for this turn alone: it may differ in the next.
 * - A list that has not changed is the same array, so that what is derived from it can be kept.
 * - A tool whose visibility cannot be decided is hidden and reported; nothing is shown by accident.
 * - Being shown permits nothing: the permission checker does not know of the provider, nor it of the checker.
 */
export interface ToolProvider {
  readonly id: string;
  list(context: ToolListContext): Awaitable<readonly Tool[]>;
}
