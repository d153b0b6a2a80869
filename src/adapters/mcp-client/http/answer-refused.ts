import type { UnusableAnswer } from '../result/unusable-answer.js';

/** The reading of an answer is given up, for the reason that is put in its place. */
export class AnswerRefused extends Error {
  readonly why: UnusableAnswer;

  constructor(why: UnusableAnswer) {
    super('The answer is not read on.');
    this.why = why;
  }
}
