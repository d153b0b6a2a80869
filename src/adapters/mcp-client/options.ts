import { InvalidOptionError } from '../../domain/errors.js';
import type { SallyportEvent } from '../../domain/events.js';
import { shapeOf } from '../../domain/json.js';
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

/** What is called in place of `fetch`, for every request of a connection. */
export type FetchFunction = (input: string | URL, init?: RequestInit) => Promise<Response>;

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
export type McpTransport = StdioTransportOptions | HttpTransportOptions;

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
  /** The largest message that is taken from a child process, in bytes; 64 MiB unless given. */
  readonly maxResultBytes?: number;
  /** Told of what was left out or is odd; never of a payload. What it throws is let pass. */
  readonly onEvent?: (event: SallyportEvent) => void;
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
      `mcpClient: there is no transport ${shown}. The transports are 'stdio' and 'http'.`,
    );
  }
  checkOptions(`mcpClient: ${String(kind)} transport`, given.transport, rules);
  if (given.transport.transport === 'http') checkHttp(given.transport);
  const { name = 'mcp', transport, onEvent = () => undefined } = given;
  const { connectTimeoutMs = 30_000, callTimeoutMs = 60_000, maxCallMs = 600_000 } = given;
  const { maxResultBytes = 64 * 1024 * 1024 } = given;
  return {
    name,
    transport,
    connectTimeoutMs,
    callTimeoutMs,
    maxCallMs,
    maxResultBytes,
    onEvent: neverThrowing(onEvent),
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

function checkHttp({ url, headers = {} }: HttpTransportOptions): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') {
    throw new InvalidOptionError('mcpClient: http transport: "url" must be an absolute http or https URL.');
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new InvalidOptionError(
      'mcpClient: http transport: "url" must not hold a user or password; use headers.',
    );
  }
  for (const [name, value] of Object.entries(headers)) {
    if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    throw new InvalidOptionError(
      `mcpClient: http transport: header ${JSON.stringify(name)} cannot be sent: a line break or a character that headers do not take.`,
    );
  }
}
