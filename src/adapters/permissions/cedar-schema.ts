import { InvalidOptionError } from '../../domain/errors.js';
import type { JsonObject } from '../../domain/json.js';
import type { Tool } from '../../domain/tool.js';
import { argumentsType, cedarType } from './cedar-argument-type.js';
import { saidBy } from './cedar-load.js';
import type { CedarModule, CedarProblem, CedarSchema } from './cedar-module.js';
import type { ArgumentType } from './cedar-value.js';

/** What the policies are checked against, and how the arguments of each tool are put to Cedar. */
export interface PreparedSchema {
  readonly json: CedarSchema;
  /** By tool name; empty for a schema that the application wrote. */
  readonly argumentTypes: ReadonlyMap<string, ArgumentType>;
}

const HOUSE: JsonObject = {
  User: { memberOfTypes: ['Tenant'] },
  Anonymous: { memberOfTypes: ['Tenant'] },
  Tenant: {},
  Tool: { memberOfTypes: ['Server'] },
  Server: {},
};

/** @throws InvalidOptionError with what is wrong with the text */
export function schemaFromText(cedar: CedarModule, text: string, option: string): PreparedSchema {
  const read = cedar.schemaToJson(text);
  if (read.type === 'failure') throw refused(option, read.errors);
  return { json: read.json, argumentTypes: new Map() };
}

/**
 * A schema in which each tool is an action on a `Tool`, with its arguments as `context.args`, and each capability that a
 * tool declares is an action without arguments. `entityTypes` is schema text with entity types of the application's own.
 *
 * @throws InvalidOptionError for two tools of one name, and with what is wrong with the entity types
 */
export function schemaFromTools(
  cedar: CedarModule,
  tools: readonly Tool[],
  principalTypes: readonly string[],
  entityTypes: string | undefined,
): PreparedSchema {
  const own = entityTypes === undefined ? {} : schemaFromText(cedar, entityTypes, 'entityTypes').json;
  for (const { actions } of Object.values(own)) {
    if (Object.keys(actions ?? {}).length === 0) continue;
    throw new InvalidOptionError(
      '"entityTypes" of cedarPolicy() declares an action. The actions are the tools.',
    );
  }
  const argumentTypes = new Map<string, ArgumentType>();
  for (const { schema } of tools) {
    if (argumentTypes.has(schema.name)) {
      throw new InvalidOptionError(`"tools" of cedarPolicy() has two tools named "${schema.name}".`);
    }
    argumentTypes.set(schema.name, argumentsType(schema.inputSchema));
  }
  const on = (attributes: JsonObject): JsonObject => ({
    appliesTo: {
      principalTypes,
      resourceTypes: ['Tool'],
      context: { type: 'Record', attributes },
    },
  });
  const toolActions = [...argumentTypes].map(
    ([name, type]) => [name, on({ args: cedarType(type) })] as const,
  );
  const capabilities = new Set(tools.flatMap((tool) => tool.capabilities ?? []));
  const json: CedarSchema = {
    ...own,
    '': {
      ...own[''],
      entityTypes: { ...HOUSE, ...own['']?.entityTypes },
      actions: Object.fromEntries(toolActions),
    },
    Capability: {
      ...own['Capability'],
      entityTypes: own['Capability']?.entityTypes ?? {},
      actions: Object.fromEntries([...capabilities].map((name) => [name, on({})])),
    },
  };
  const parsed = cedar.checkParseSchema(json);
  if (parsed.type === 'failure') throw refused('schema', parsed.errors);
  return { json, argumentTypes };
}

function refused(option: string, errors: readonly CedarProblem[]): InvalidOptionError {
  return new InvalidOptionError(
    `"${option}" of cedarPolicy() is no schema that can be used: ${errors.map(saidBy).join('; ')}.`,
  );
}
