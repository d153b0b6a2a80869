import type { DefinitionPins } from './definition-pins.js';
import type { OnElicitation } from './on-elicitation.js';
import { InvalidOptionError } from '../../domain/errors.js';
import type { SallyportEvent } from '../../domain/events.js';
import { shapeOf } from '../../domain/json.js';
import { checkHttp } from './http/check-http.js';
import type { FetchFunction } from './http/fetch-function.js';
import { GATEWAY_RULES, type GatewayTransport } from './http/gateway-transport.js';
import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';

/** A server that is started as a child process and spoken to over its standard streams. */
export interface StdioTransportOptions {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few variables that a child inherits (PATH, HOME and the like). */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server that is reached by Streamable HTTP. */
export interface HttpTransportOptions {
  readonly transport: 'http';
  readonly url: string;
  /** Sent with every request, fixed for the life of the connection. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for every request, with the headers merged in; it has the last word. */
  readonly fetch?: FetchFunction;
}

/** How a server is reached. */
export type McpTransport = StdioTransportOptions | HttpTransportOptions | GatewayTransport;

/** What `mcpClient` takes. */
export interface McpClientOptions {
  /** The `source` of the served tools; `'mcp'` unless given. */
  readonly name?: string;
  readonly transport: McpTransport;
  /** How long connecting may take, in milliseconds; 30,000 unless given. */
  readonly connectTimeoutMs?: number;
  /** How long a call may take without a sign of progress, in milliseconds; 60,000 unless given. */
  readonly callTimeoutMs?: number;
  /** How long a call may take whatever its progress, in milliseconds; 600,000 unless given. */
  readonly maxCallMs?: number;
  /** The largest message that is taken, in bytes after decompression; 64 MiB unless given. */
  readonly maxResultBytes?: number;
  /** Told of what was left out or is odd; never of a payload. What it throws is let pass. */
  readonly onEvent?: (event: SallyportEvent) => void;
  /** Whether a request that the server throttles (HTTP 429) is sent again; true unless given. Of no use over stdio. */
  readonly retryOnThrottle?: boolean;
  /**
   * What `definitionPins` gave. A tool that is new after the first list, suspect, or not what was pinned is served, and its
   * calls are refused with McpDefinitionChangedError until it is accepted. Unless given, every tool is called.
   */
  readonly pinDefinitions?: DefinitionPins;
  /** Asked for what a server wants of the user. Unless given, the server is told that nobody can be asked. */
  readonly onElicitation?: OnElicitation;
}

/** The longest time that a timer can hold: a longer one would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** A time that a timer can hold. */
export const duration: option.OptionRule = {
  expected: `a positive whole number of milliseconds, at most ${MAX_TIMER_MS}`,
  test: (value) => option.positiveWhole.test(value) && (value as number) <= MAX_TIMER_MS,
  required: false,
};

/** The options with their defaults. */
export interface McpClientSettings extends Required<
  Omit<McpClientOptions, 'pinDefinitions' | 'onElicitation'>
> {
  readonly pinDefinitions: DefinitionPins | undefined;
  readonly onElicitation: OnElicitation | undefined;
  /** Called when the server says that its tools changed. */
  readonly onListChanged: () => void;
  /** Called when there is a new session in place of one that was lost, whose server may be another version. */
  readonly onRenewed: () => void;
}

/** The rules of every option but the name. */
export const SERVER_RULES: option.OptionRules = {
  transport: option.required(option.object),
  connectTimeoutMs: duration,
  callTimeoutMs: duration,
  maxCallMs: duration,
  maxResultBytes: option.positiveWhole,
  onEvent: option.callback,
  retryOnThrottle: option.flag,
  pinDefinitions: option.having('what definitionPins() gives', 'pending', 'accept', 'isPinned', 'note'),
  onElicitation: option.callback,
};

const CLIENT_RULES = { name: option.text, ...SERVER_RULES };

const TRANSPORT_RULES: { readonly [transport: string]: option.OptionRules } = {
  stdio: {
    transport: option.text,
    command: option.required(option.text),
    args: option.texts,
    env: option.textMap,
    cwd: option.text,
  },
  http: {
    transport: option.text,
    url: option.required(option.text),
    headers: option.textMap,
    fetch: option.callback,
  },
  gateway: { transport: option.text, ...GATEWAY_RULES },
};

/**
 * @param where how the caller knows the place
 * @throws InvalidOptionError naming the option that is wrong
 */
export function readMcpOptions(options: McpClientOptions, where = 'mcpClient'): McpClientSettings {
  const given = checkOptions(where, options, CLIENT_RULES);
  const kind: unknown = given.transport.transport;
  const rules =
    typeof kind === 'string' && Object.hasOwn(TRANSPORT_RULES, kind) ? TRANSPORT_RULES[kind] : undefined;
  if (rules === undefined) {
    const shown = typeof kind === 'string' ? `"${kind}"` : shapeOf(kind);
    throw new InvalidOptionError(
      `${where}: there is no transport ${shown}. The transports are 'stdio', 'http' and 'gateway' (gatewayTransport).`,
    );
  }
  checkOptions(`${where}: ${String(kind)} transport`, given.transport, rules);
  if (given.transport.transport !== 'stdio') checkHttp(`${where}: ${kind} transport`, given.transport);
  const { name = 'mcp', transport, onEvent = () => undefined } = given;
  const { connectTimeoutMs = 30_000, callTimeoutMs = 60_000, maxCallMs = 600_000 } = given;
  const { maxResultBytes = 64 * 1024 * 1024, retryOnThrottle = true, pinDefinitions, onElicitation } = given;
  return {
    name,
    transport,
    connectTimeoutMs,
    callTimeoutMs,
    maxCallMs,
    maxResultBytes,
    onEvent: neverThrowing(onEvent),
    retryOnThrottle,
    pinDefinitions,
    onElicitation,
    onListChanged: () => undefined,
    onRenewed: () => undefined,
  };
}

/** What listens to a connection cannot break it. */
export function neverThrowing(onEvent: (event: SallyportEvent) => void): (event: SallyportEvent) => void {
  return (event) => {
    try {
      onEvent(event);
    } catch {
      return;
    }
  };
}
