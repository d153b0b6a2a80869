import { InvalidOptionError } from '../domain/errors.js';
import { checkOptions } from '../domain/options.js';
import { checkTool, checkUniqueNames } from '../domain/tool-check.js';
import type { Tool } from '../domain/tool.js';
import type { CredentialProvider } from '../ports/credential-provider.js';
import type { MessageMiddleware, ToolMiddleware } from '../ports/middleware.js';
import type { ToolProvider } from '../ports/tool-provider.js';
import { AGENT_RULES, type AgentAdapters, type AgentOptions } from './agent-options.js';
import { Agent } from './agent.js';
import { Catalogue } from './catalogue.js';
import type { AfterLink, BeforeLink, InputLink, OutputLink } from './definition.js';
import { Emitter } from './emitter.js';
import { fingerprintOf } from './fingerprint.js';
import { planOf, unknownPlan } from './plan.js';
import { ToolSessions } from './tool-sessions.js';
import { Toolboxes } from './toolbox.js';

const WHERE = 'Agent.create';

/** Collects an agent's parts; `build()` checks them together and fixes them. */
export class AgentBuilder {
  readonly #options: AgentOptions & AgentAdapters;
  readonly #built: (agent: Agent) => void;
  readonly #tools: Tool[] = [];
  readonly #providers: ToolProvider[] = [];
  readonly #toolLinks: ToolMiddleware[] = [];
  readonly #messageLinks: MessageMiddleware[] = [];
  #system: string | undefined;

  /** @param built told of the agent, so that whoever composed it can close it */
  constructor(
    options: AgentOptions,
    defaults: AgentAdapters,
    built: (agent: Agent) => void = () => undefined,
  ) {
    this.#built = built;
    this.#options = { ...defaults, ...checkOptions(WHERE, options, AGENT_RULES) };
  }

  /** The instructions that stand before every conversation. */
  system(text: string): this {
    if (typeof text !== 'string') throw new InvalidOptionError('.system() takes a string.');
    this.#system = text;
    return this;
  }

  tool(tool: Tool): this {
    checkTool('.tool()', tool);
    checkUniqueNames('.tool()', [...this.#tools, tool]);
    this.#tools.push(tool);
    return this;
  }

  tools(tools: readonly Tool[]): this {
    if (!Array.isArray(tools)) throw new InvalidOptionError('.tools() takes an array of tools.');
    for (const tool of tools as readonly Tool[]) this.tool(tool);
    return this;
  }

  /** Adds a source of tools; of two sources that claim one name, the one added first keeps it. */
  toolProvider(provider: ToolProvider): this {
    if (typeof provider?.list !== 'function')
      throw new InvalidOptionError('.toolProvider() takes an object with list().');
    this.#providers.push(provider);
    return this;
  }

  /** Adds a link to the end of the tool chain. */
  toolMiddleware(link: ToolMiddleware): this {
    this.#toolLinks.push(checkLink('.toolMiddleware()', link, ['onToolCall', 'onToolResult']));
    return this;
  }

  /** Adds a link to the end of the message chain. */
  messageMiddleware(link: MessageMiddleware): this {
    this.#messageLinks.push(checkLink('.messageMiddleware()', link, ['onInput', 'onOutput']));
    return this;
  }

  /** @throws InvalidOptionError when a tool needs a credential and no provider is there to vend it */
  build(): Agent {
    const {
      provider,
      model,
      name = 'agent',
      permissionChecker,
      credentials,
      maxToolResultChars,
    } = this.#options;
    const { maxIterations = 25, journal, clock, schemas } = this.#options;
    checkNeeds(this.#tools, credentials);
    const before = this.#toolLinks.filter((link): link is BeforeLink => link.onToolCall !== undefined);
    const after = this.#toolLinks.filter((link): link is AfterLink => link.onToolResult !== undefined);
    const gates = {
      checker: permissionChecker,
      before: before.length,
      after: after.length,
      maxChars: maxToolResultChars,
    };
    const events = new Emitter(this.#options.events, clock);
    const toolboxes = new Toolboxes((tool) => planOf(tool, gates), schemas);
    const agent = new Agent({
      model: provider,
      modelName: model,
      system: this.#system,
      catalogue: new Catalogue([ownTools(this.#tools), ...this.#providers], toolboxes, events),
      checker: permissionChecker,
      credentials,
      before,
      after,
      input: this.#messageLinks.filter((link): link is InputLink => link.onInput !== undefined),
      output: this.#messageLinks.filter((link): link is OutputLink => link.onOutput !== undefined),
      unknownPlan: unknownPlan(gates),
      maxIterations,
      fingerprint: fingerprintOf({
        name,
        system: this.#system,
        permissionChecker: permissionChecker?.name,
        toolMiddleware: this.#toolLinks,
        messageMiddleware: this.#messageLinks,
        maxToolResultChars,
      }),
      name,
      journal,
      clock,
      events,
      sessions: new ToolSessions(events, clock),
    });
    this.#built(agent);
    return agent;
  }
}

function ownTools(added: readonly Tool[]): ToolProvider {
  const tools = [...added];
  return { id: 'own', list: () => tools };
}

function checkNeeds(tools: readonly Tool[], credentials: CredentialProvider | undefined): void {
  const needy = tools.find((tool) => tool.needs !== undefined);
  if (needy === undefined || credentials !== undefined) return;
  throw new InvalidOptionError(
    `Tool "${needy.schema.name}" needs a credential: give ${WHERE} a "credentials" provider.`,
  );
}

/** A link must have a name, which recordings and refusals carry, and look at one moment at least. */
function checkLink<Link extends { readonly name: string }>(
  where: string,
  link: Link,
  moments: readonly (keyof Link)[],
): Link {
  const named =
    typeof link === 'object' && link !== null && typeof link.name === 'string' && link.name !== '';
  if (!named)
    throw new InvalidOptionError(`${where} takes a middleware: an object with a name, a non-empty string.`);
  const given = moments.filter((moment) => link[moment] !== undefined);
  if (given.length > 0 && given.every((moment) => typeof link[moment] === 'function')) return link;
  throw new InvalidOptionError(
    `${where}: middleware "${link.name}" needs ${moments.join(' or ')}, a function.`,
  );
}
