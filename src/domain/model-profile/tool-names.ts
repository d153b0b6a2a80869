import { InvalidOptionError } from '../errors.js';
import { MAX_NAME, rulesOf, type ModelProfile, type ProfileRules } from './profile.js';
import { stableHash } from './stable-hash.js';

/** A tool as far as its name goes; `source` tells apart two tools of one name. */
export interface NamedTool {
  readonly name: string;
  readonly source?: string | undefined;
}

/** The two ways between the names of tools and the names that a model is told. */
export interface ToolNames {
  /**
   * What the model is told for a name. A name that no tool of the list has gets a fitting one as well, always the same,
   * and never that of a tool. Where two sources have tools of the name, the source says which is meant.
   */
  toModel(name: string, source?: string): string;
  /** The tool's own name; `undefined` for a name that no tool of the list was given. */
  fromModel(name: string): string | undefined;
  /** The source of the tool that was given this name. */
  sourceOf(name: string): string | undefined;
}

/**
 * Names for a list of tools that the provider takes, each of one tool only. A name that fits already stays as it is,
 * unless two sources have it. Any other is cleaned and ends in a hash of its source and its full name. The order of the
 * list does not matter, and the next process comes to the same names.
 *
 * @throws InvalidOptionError when two tools have the same name and the same source, naming both
 */
export function toolNames(tools: readonly NamedTool[], profile: ModelProfile): ToolNames {
  const rules = rulesOf(profile);
  const sorted = distinct(tools);
  const shared = sharedNames(sorted);
  const keeps = ({ name }: NamedTool): boolean => rules.name.test(name) && !shared.has(name);
  const byModelName = new Map<string, NamedTool>();
  const modelNames = new Map<string, string>();
  const give = (tool: NamedTool, modelName: string): void => {
    byModelName.set(modelName, tool);
    modelNames.set(keyOf(tool), modelName);
    if (!shared.has(tool.name)) modelNames.set(keyOf({ name: tool.name }), modelName);
  };
  const isTaken = (name: string): boolean => byModelName.has(name);
  for (const tool of sorted) if (keeps(tool)) give(tool, tool.name);
  for (const tool of sorted) if (!keeps(tool)) give(tool, generated(tool, rules, isTaken));

  return {
    toModel: (name, source) =>
      modelNames.get(keyOf({ name, source })) ??
      (rules.name.test(name) && !isTaken(name) ? name : generated({ name, source }, rules, isTaken)),
    fromModel: (name) => byModelName.get(name)?.name,
    sourceOf: (name) => byModelName.get(name)?.source,
  };
}

/** One text for a source and a name, which no other pair has. */
function keyOf({ name, source }: NamedTool): string {
  return JSON.stringify(source === undefined ? [name] : [name, source]);
}

/** The tools by code unit, so that who comes first does not depend on the list. */
function distinct(tools: readonly NamedTool[]): readonly NamedTool[] {
  const byKey = new Map<string, NamedTool>();
  for (const tool of tools) {
    if (byKey.has(keyOf(tool))) {
      const from = tool.source === undefined ? 'without a source' : `of "${tool.source}"`;
      throw new InvalidOptionError(
        `Two tools ${from} are called "${tool.name}". Rename one, or leave one out.`,
      );
    }
    byKey.set(keyOf(tool), tool);
  }
  return [...byKey.keys()].sort().map((key) => byKey.get(key) as NamedTool);
}

function sharedNames(tools: readonly NamedTool[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of tools) (seen.has(name) ? shared : seen).add(name);
  return shared;
}

/** The first of an endless row of names for the tool that is not taken; all but always the first of all. */
function generated(
  { name, source }: NamedTool,
  rules: ProfileRules,
  isTaken: (name: string) => boolean,
): string {
  const salted = source === undefined ? [name] : [name, source];
  for (;;) {
    const candidate = withHash(name, rules, stableHash(...salted));
    if (!isTaken(candidate)) return candidate;
    salted.push('');
  }
}

function withHash(name: string, rules: ProfileRules, hash: string): string {
  const cleaned = name.slice(0, MAX_NAME).replace(rules.unfit, '_');
  const head = rules.name.test(cleaned) ? cleaned : `tool_${cleaned}`;
  return `${head.slice(0, MAX_NAME - hash.length - 1)}_${hash}`;
}
