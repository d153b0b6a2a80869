import * as option from '../domain/options.js';
import { checkOptions } from '../domain/options.js';
import type { CredentialNeed } from '../domain/credential.js';
import type { Json } from '../domain/json.js';
import type { CheckInDemand, JsonSchema, Replay, Tool, ToolContext } from '../domain/tool.js';
import type { Awaitable } from '../ports/awaitable.js';

/** What `defineTool` takes. */
export interface ToolOptions<Args> {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; left out, the tool takes none. */
  readonly inputSchema?: JsonSchema;
  readonly capabilities?: readonly string[];
  readonly needs?: CredentialNeed;
  readonly replay?: Replay;
  readonly checkIn?: (args: Args, ctx: ToolContext) => Awaitable<CheckInDemand | undefined>;
  readonly execute: (args: Args, ctx: ToolContext) => unknown;
}

const RULES = {
  name: option.required(option.text),
  description: option.required(option.text),
  inputSchema: option.object,
  capabilities: option.texts,
  needs: option.object,
  replay: option.oneOf('safe', 'keyed', 'never'),
  checkIn: option.callback,
  execute: option.required(option.callback),
};

const NO_ARGS: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/**
 * A tool of the application's own: a function and the schema of its arguments.
 *
 * @throws InvalidOptionError naming the option that is wrong
 */
export function defineTool<Args = Record<string, Json>>(options: ToolOptions<Args>): Tool {
  const {
    name,
    description,
    inputSchema = NO_ARGS,
    execute,
    checkIn,
    ...rest
  } = checkOptions('defineTool', options, RULES);
  return {
    schema: { name, description, inputSchema },
    ...rest,
    ...(checkIn === undefined ? {} : { checkIn: (args, ctx) => checkIn(args as Args, ctx) }),
    execute: (args: Args, ctx) => execute(args, ctx),
  };
}
