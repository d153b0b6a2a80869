import { InvalidOptionError } from '../../../domain/errors.js';
import type { SallyportEvent } from '../../../domain/events.js';
import { shapeOf } from '../../../domain/json.js';
import * as option from '../../../domain/options.js';
import { checkOptions } from '../../../domain/options.js';
import { duration, neverThrowing, readMcpOptions, SERVER_RULES, type McpClientSettings } from '../options.js';
import type { Backoff } from './backoff.js';
import type { McpClientsOptions, McpServerOptions, McpServers } from './clients-options.js';

/** The options with their defaults. */
export interface McpClientsSettings {
  readonly id: string;
  readonly servers: readonly McpClientSettings[];
  readonly budgetMs: number;
  readonly prefix: boolean;
  readonly backoff: Backoff;
  readonly onEvent: (event: SallyportEvent) => void;
}

const RULES = {
  id: option.text,
  budgetMs: duration,
  prefix: option.flag,
  retry: option.object,
  onEvent: option.callback,
};
const RETRY_RULES = { firstMs: duration, maxMs: duration };

/** @throws InvalidOptionError naming the server and the option that is wrong */
export function readClientsOptions(servers: McpServers, options: McpClientsOptions): McpClientsSettings {
  if (!option.object.test(servers)) {
    throw new InvalidOptionError(`mcpClients takes an object of servers by name, not ${shapeOf(servers)}.`);
  }
  const given = checkOptions('mcpClients', options, RULES);
  const { id = 'mcp', budgetMs = 5_000, prefix = false, retry = {}, onEvent = () => undefined } = given;
  const { firstMs = 1_000, maxMs = 60_000 } = checkOptions('mcpClients: retry', retry, RETRY_RULES);
  const read = ([name, server]: [string, McpServerOptions]): McpClientSettings => {
    const where = `mcpClients: ${name}`;
    checkName(where, name, prefix);
    const own = checkOptions(where, server, SERVER_RULES);
    return readMcpOptions({ onEvent, ...own, name }, where);
  };
  return {
    id,
    servers: Object.entries(servers).map(read),
    budgetMs,
    prefix,
    backoff: { firstMs, maxMs },
    onEvent: neverThrowing(onEvent),
  };
}

/** A prefix ends at the first "__", so that two servers never make one name of two tools. */
function checkName(where: string, name: string, prefix: boolean): void {
  if (name === '') throw new InvalidOptionError(`${where}"" is no name for a server; it must not be empty.`);
  if (!prefix || !/__|_$/.test(name)) return;
  throw new InvalidOptionError(
    `${where}: with "prefix" a server's name must not contain "__" nor end with "_". Rename the server.`,
  );
}
