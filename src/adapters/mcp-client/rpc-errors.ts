/** The server answered a request with a JSON-RPC error. The message is the server's own. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** No answer came in time; the request was cancelled on the wire. */
export class RpcTimeoutError extends Error {
  constructor() {
    super('No answer came in time.');
    this.name = 'RpcTimeoutError';
  }
}

/** The connection ended while the request was under way. */
export class RpcClosedError extends Error {
  constructor() {
    super('The connection ended before the answer came.');
    this.name = 'RpcClosedError';
  }
}
