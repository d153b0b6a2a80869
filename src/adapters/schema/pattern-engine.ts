import { load } from './load.js';
import { textOfThrown } from '../../domain/errors.js';
import { clip } from './clip.js';
import { PatternRefused, toRe2 } from './ecma-pattern.js';
import { patternWeight } from './pattern-weight.js';

const MAX_LENGTH = 2_000;
const MAX_WEIGHT = 10_000;

/** A pattern that answers in time linear in the text. `toString()` is the pattern as it was written. */
export interface LinearPattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * The regular expressions of one schema, each compiled once. All are weighed before any is compiled, so that a schema
 * with too many costs nothing. The engine itself is loaded with the first pattern.
 */
export class PatternEngine {
  readonly #translated: Map<string, string> = new Map();
  readonly #compiled: Map<string, LinearPattern> = new Map();
  #weight = 0;

  /** Takes a pattern in. Returns why it cannot be honoured, or `undefined` when it may be compiled. */
  weigh(pattern: string): string | undefined {
    if (this.#translated.has(pattern)) return undefined;
    if (pattern.length > MAX_LENGTH) return `it is over ${MAX_LENGTH} characters long`;
    return faultOf(() => {
      const re2 = toRe2(pattern);
      this.#weight += patternWeight(re2);
      if (this.#weight > MAX_WEIGHT)
        throw new PatternRefused('with the patterns before it, it repeats too much');
      this.#translated.set(pattern, re2);
    });
  }

  /** Compiles a pattern that was weighed. Returns why the engine does not take it, or `undefined`. */
  prepare(pattern: string): string | undefined {
    return faultOf(() => this.compile(pattern));
  }

  /** @throws Error when the engine does not take the pattern */
  readonly compile = (pattern: string): LinearPattern => {
    let made = this.#compiled.get(pattern);
    if (made === undefined) {
      const { RE2JS } = load('re2js') as typeof import('re2js');
      const program = RE2JS.compile(this.#translated.get(pattern) ?? toRe2(pattern));
      made = { test: (text) => program.test(text), toString: () => pattern };
      this.#compiled.set(pattern, made);
    }
    return made;
  };
}

function faultOf(attempt: () => void): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (thrown) {
    return clip(textOfThrown(thrown), 200);
  }
}
