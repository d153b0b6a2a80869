import { SallyportError } from '../../domain/errors.js';

/** The server could not be connected: it did not start, died, or did not answer as an MCP server does. */
export class McpConnectError extends SallyportError {
  constructor(server: string, problem: string) {
    super('ERR_MCP_CONNECT', `MCP server "${server}" could not be connected: ${problem}`);
  }
}

/** The client was closed; connect another. */
export class McpClientClosedError extends SallyportError {
  constructor(server: string, factory: 'mcpClient' | 'mcpClients' = 'mcpClient') {
    super(
      'ERR_MCP_CLOSED',
      `The client of MCP server "${server}" is closed. Connect again with ${factory}().`,
    );
  }
}

/** The tool answered with an error; the message carries the server's own text. */
export class McpToolError extends SallyportError {
  constructor(server: string, tool: string, text: string) {
    super('ERR_MCP_TOOL', `Tool "${tool}" of MCP server "${server}" failed: ${text}`);
  }
}

/** A result has none of the shapes that the protocol knows. */
export class McpResultShapeError extends SallyportError {
  constructor(server: string, tool: string, shape: string) {
    super(
      'ERR_MCP_RESULT_SHAPE',
      `Tool "${tool}" of MCP server "${server}" answered ${shape}; expected an object with content or structuredContent.`,
    );
  }
}

/** A result was larger than the client takes. The session goes on. */
export class McpResultTooLargeError extends SallyportError {
  constructor(server: string, tool: string, limitBytes: number) {
    super(
      'ERR_MCP_RESULT_TOO_LARGE',
      `The result of "${tool}" of MCP server "${server}" is too large: over ${limitBytes} bytes. Narrow the request, or raise maxResultBytes.`,
    );
  }
}

/**
 * What a failed call may have done: `'unknown'` when it was sent and nobody knows how it ended, so that to repeat it may
 * run it twice; `'not-run'` when it was not sent or was turned away, so that it may be repeated.
 */
export type McpCallOutcome = 'unknown' | 'not-run';

/** A call was sent and broke off: it may have taken effect. It was not, and must not be, sent again by itself. */
export class McpOutcomeUnknownError extends SallyportError {
  readonly outcome: McpCallOutcome = 'unknown';

  constructor(server: string, problem: string, account = '') {
    const how = account === '' ? '' : `; ${account}`;
    super(
      'ERR_MCP_OUTCOME_UNKNOWN',
      `MCP server "${server}": outcome unknown: ${problem}; it may have taken effect${how}`,
    );
  }
}

/** No answer in time; it was cancelled on the wire. A call's outcome is then unknown. */
export class McpTimeoutError extends SallyportError {
  /** Undefined for what has no effect. */
  readonly outcome: McpCallOutcome | undefined;

  constructor(server: string, what: string, hasEffect: boolean) {
    const doubt = hasEffect ? ' Outcome unknown: it may have taken effect.' : '';
    super(
      'ERR_MCP_TIMEOUT',
      `"${what}" of MCP server "${server}" did not answer in time and was cancelled.${doubt}`,
    );
    this.outcome = hasEffect ? 'unknown' : undefined;
  }
}

/** The request was not sent, or the server refused it. */
export class McpTransportError extends SallyportError {
  /** Undefined when the server answered with an error of its own, and for what has no effect. */
  readonly outcome: McpCallOutcome | undefined;

  constructor(server: string, problem: string, outcome?: 'not-run') {
    super('ERR_MCP_TRANSPORT', `MCP server "${server}": ${problem}`);
    this.outcome = outcome;
  }
}

/** The server throttles, and went on doing so, or asks for a longer wait than is worth it. Nothing was run. */
export class McpThrottledError extends SallyportError {
  /** How long the server asks to wait, in milliseconds; undefined when it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(server: string, retryAfterMs: number | undefined) {
    const wait = retryAfterMs === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1_000)} s.`;
    super(
      'ERR_MCP_THROTTLED',
      `MCP server "${server}" throttles: too many requests. Nothing was run.${wait} Call again later.`,
    );
    this.retryAfterMs = retryAfterMs;
  }
}

/** The user has to consent before the gateway's credential can be had. The URL is for the caller alone. */
export class GatewayAuthorizationRequiredError extends SallyportError {
  declare readonly authorizationUrl: string;

  constructor(service: string, authorizationUrl: string) {
    super(
      'ERR_GATEWAY_AUTHORIZATION_REQUIRED',
      `The user has to consent before "${service}" can be used: send them to authorizationUrl.`,
    );
    Object.defineProperty(this, 'authorizationUrl', { value: authorizationUrl });
  }
}

/** The credential provider failed, with an error that is not passed on because it may say too much. Nothing was sent. */
export class GatewayCredentialError extends SallyportError {
  constructor(service: string, errorClass: string) {
    super(
      'ERR_GATEWAY_CREDENTIAL',
      `The credential for "${service}" could not be had: its provider failed with a ${errorClass}. Nothing was sent.`,
    );
  }
}
