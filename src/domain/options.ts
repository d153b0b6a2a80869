import { InvalidOptionError } from './errors.js';
import { shapeOf } from './json.js';

/** What an option has to be: a test, and the words that say it. */
export interface OptionRule {
  readonly expected: string;
  readonly test: (value: unknown) => boolean;
  readonly required: boolean;
}

/** The rules of one options object, by key. */
export type OptionRules = { readonly [key: string]: OptionRule };

function rule(expected: string, test: (value: unknown) => boolean): OptionRule {
  return { expected, test, required: false };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const text: OptionRule = rule(
  'a non-empty string',
  (value) => typeof value === 'string' && value !== '',
);
export const anyText: OptionRule = rule('a string', (value) => typeof value === 'string');
export const flag: OptionRule = rule('true or false', (value) => typeof value === 'boolean');
export const positiveWhole: OptionRule = rule(
  'a positive whole number',
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
);
export const wholeFromZero: OptionRule = rule(
  'a whole number, 0 or more',
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
);
export const callback: OptionRule = rule('a function', (value) => typeof value === 'function');
export const object: OptionRule = rule('an object', (value) => isObject(value) && !Array.isArray(value));
export const list: OptionRule = rule('an array', (value) => Array.isArray(value));
/** An array of which every item meets the rule. */
export function listOf(item: OptionRule): OptionRule {
  return rule(
    `an array, each item ${item.expected}`,
    (value) => Array.isArray(value) && value.every(item.test),
  );
}

/** An object that has no other keys than these, and a string under each that it has. */
export function textsUnder(...keys: readonly string[]): OptionRule {
  const known = (value: object): boolean => Object.keys(value).every((key) => keys.includes(key));
  return rule(
    `an object of strings under ${keys.join(', ')}`,
    (value) => isObject(value) && !Array.isArray(value) && known(value) && textMap.test(value),
  );
}

export const texts: OptionRule = rule(
  'an array of strings',
  (value) => Array.isArray(value) && value.every((item: unknown) => typeof item === 'string'),
);
export const textMap: OptionRule = rule(
  'an object whose values are strings',
  (value) =>
    isObject(value) && !Array.isArray(value) && Object.values(value).every((v) => typeof v === 'string'),
);

export function oneOf(...values: readonly string[]): OptionRule {
  return rule(`one of ${values.map((value) => `'${value}'`).join(', ')}`, (value) =>
    values.includes(value as string),
  );
}

/** An object with these methods: a port's implementation. */
export function having(name: string, ...methods: readonly string[]): OptionRule {
  return rule(
    `${name} (an object with ${methods.map((method) => `${method}()`).join(', ')})`,
    (value) =>
      isObject(value) && methods.every((m) => typeof (value as Record<string, unknown>)[m] === 'function'),
  );
}

/** The same rule for an option that must be given. */
export function required(rule: OptionRule): OptionRule {
  return { ...rule, required: true };
}

/**
 * Refuses an options object with an unknown, missing or mistyped key, naming the key, the shape it has and what is
 * expected. Returns them without the keys that are undefined, so that
 * a constructor can check and read in one line, and an undefined option is one that was not given.
 *
 * @param where how the caller knows the place, for example `Agent.create`
 * @throws InvalidOptionError
 */
export function checkOptions<Options extends object>(
  where: string,
  options: Options,
  rules: OptionRules,
): Options {
  if (!isObject(options))
    throw new InvalidOptionError(`${where} takes an options object, not ${shapeOf(options)}.`);
  for (const key of Object.keys(options)) {
    if (Object.hasOwn(rules, key)) continue;
    throw new InvalidOptionError(
      `${where} has no option "${key}". Its options are ${Object.keys(rules).join(', ')}.`,
    );
  }
  for (const [key, { expected, test, required: must }] of Object.entries(rules)) {
    const value = (options as Record<string, unknown>)[key];
    if (value === undefined) {
      if (must) throw new InvalidOptionError(`${where} needs "${key}": ${expected}.`);
    } else if (!test(value)) {
      throw new InvalidOptionError(`${where}: "${key}" must be ${expected}, not ${describe(value)}.`);
    }
  }
  return given(options);
}

/** The options without the keys that are undefined. */
export function given<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

/** Numbers are shown, since they cannot be secrets and the digits are the fault; anything else by its shape alone. */
function describe(value: unknown): string {
  return typeof value === 'number' ? String(value) : shapeOf(value);
}
