import { InvalidOptionError } from '../errors.js';

/** Whose rules for tools a model follows: those of its provider's API, not of the model's maker. */
export type ModelProfile = 'anthropic' | 'openai' | 'gemini' | 'bedrock';

/** What a provider takes as a tool. A request with one tool beyond it is refused as a whole. */
export interface ProfileRules {
  /** What a tool's name has to be; at most `MAX_NAME` characters. */
  readonly name: RegExp;
  /** The characters that no name may have, anywhere. */
  readonly unfit: RegExp;
  /** What the key of an argument has to be. */
  readonly argumentKey: RegExp;
  /** Whether `$ref` and `$defs` are taken, recursion among them; otherwise targets are written where they are meant. */
  readonly references: boolean;
  /** The keywords that are taken below the root; `undefined` takes all of draft 2020-12. */
  readonly keywords: ReadonlySet<string> | undefined;
  /**
   * Whether the schema's root may say more than its properties; otherwise the rest is put in words, and these belong to the
   * tool's own description.
   */
  readonly describedRoot: boolean;
  /** Whether the schemas are those of OpenAPI 3.0: one type each, `nullable` for null, text in `enum` only. */
  readonly openApi: boolean;
}

/** The longest name that every provider takes. */
export const MAX_NAME = 64;

const ANY_KEY = /^/;
const PLAIN_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;

const COMMON_KEYWORDS: readonly string[] = [
  ...[
    'type',
    'title',
    'description',
    'default',
    'enum',
    'properties',
    'required',
    'items',
    'anyOf',
    'format',
  ],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
];

const RULES: { readonly [profile in ModelProfile]: ProfileRules } = {
  anthropic: {
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    unfit: /[^a-zA-Z0-9_-]+/g,
    argumentKey: PLAIN_KEY,
    references: true,
    keywords: undefined,
    describedRoot: true,
    openApi: false,
  },
  openai: {
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    unfit: /[^a-zA-Z0-9_-]+/g,
    argumentKey: ANY_KEY,
    references: true,
    keywords: undefined,
    describedRoot: true,
    openApi: false,
  },
  gemini: {
    name: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
    unfit: /[^a-zA-Z0-9_.-]+/g,
    argumentKey: ANY_KEY,
    references: false,
    keywords: new Set([...COMMON_KEYWORDS, 'nullable', 'minProperties', 'maxProperties']),
    describedRoot: true,
    openApi: true,
  },
  bedrock: {
    name: /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/,
    unfit: /[^a-zA-Z0-9_-]+/g,
    argumentKey: PLAIN_KEY,
    references: false,
    keywords: new Set([
      ...COMMON_KEYWORDS,
      'exclusiveMinimum',
      'exclusiveMaximum',
      'multipleOf',
      'uniqueItems',
    ]),
    describedRoot: false,
    openApi: false,
  },
};

/** The names of the profiles. */
export const MODEL_PROFILES: readonly ModelProfile[] = Object.freeze(
  Object.keys(RULES) as readonly ModelProfile[],
);

/** @throws InvalidOptionError naming the profiles there are */
export function rulesOf(profile: ModelProfile): ProfileRules {
  if (Object.hasOwn(RULES, profile)) return RULES[profile];
  throw new InvalidOptionError(
    `There is no such model profile. The profiles are ${MODEL_PROFILES.map((name) => `'${name}'`).join(', ')}.`,
  );
}
