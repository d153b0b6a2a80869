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
}

/** The longest time that a timer can hold: a longer one would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

const duration: option.OptionRule = {
  expected: `a positive whole number of milliseconds, at most ${MAX_TIMER_MS}`,
  test: (value) => option.positiveWhole.test(value) && (value as number) <= MAX_TIMER_MS,
  required: false,
};

/** The options with their defaults. */
export type McpClientSettings = Required<McpClientOptions>;

const CLIENT_RULES = {
  name: option.text,
  transport: option.required(option.object),
  connectTimeoutMs: duration,
  callTimeoutMs: duration,
  maxCallMs: duration,
  maxResultBytes: option.positiveWhole,
  onEvent: option.callback,
  retryOnThrottle: option.flag,
};

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

/** @throws InvalidOptionError naming the option that is wrong */
export function readMcpOptions(options: McpClientOptions): McpClientSettings {
  const given = checkOptions('mcpClient', options, CLIENT_RULES);
  const kind: unknown = given.transport.transport;
  const rules =
    typeof kind === 'string' && Object.hasOwn(TRANSPORT_RULES, kind) ? TRANSPORT_RULES[kind] : undefined;
  if (rules === undefined) {
    const shown = typeof kind === 'string' ? `"${kind}"` : shapeOf(kind);
    throw new InvalidOptionError(
      `mcpClient: there is no transport ${shown}. The transports are 'stdio', 'http' and 'gateway' (gatewayTransport).`,
    );
  }
  checkOptions(`mcpClient: ${String(kind)} transport`, given.transport, rules);
  if (given.transport.transport !== 'stdio') checkHttp(`mcpClient: ${kind} transport`, given.transport);
  const { name = 'mcp', transport, onEvent = () => undefined } = given;
  const { connectTimeoutMs = 30_000, callTimeoutMs = 60_000, maxCallMs = 600_000 } = given;
  const { maxResultBytes = 64 * 1024 * 1024, retryOnThrottle = true } = given;
  return {
    name,
    transport,
    connectTimeoutMs,
    callTimeoutMs,
    maxCallMs,
    maxResultBytes,
    onEvent: neverThrowing(onEvent),
    retryOnThrottle,
  };
}

/** What listens to a connection cannot break it. */
function neverThrowing(onEvent: (event: SallyportEvent) => void): (event: SallyportEvent) => void {
  return (event) => {
    try {
      onEvent(event);
    } catch {
      return;
    }
  };
}
