/** One HTTP request. The names of its headers are in lower case. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request, and the reading of its answer. */
  readonly signal: AbortSignal;
}

/** The answer to one request: either its body is read, or it is discarded. */
export interface HttpResponse {
  readonly status: number;
  /** A header's value by its name in lower case; undefined where there is none. */
  header(name: string): string | undefined;
  /** What came, decompressed. It is read once; to stop reading closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets the body pass unread. Takes no time and never throws. */
  discard(): void;
}

/**
 * Sends one request and never follows a redirect.
 *
 * @throws HttpSendError when there is no answer
 */
export type HttpSend = (request: HttpRequest) => Promise<HttpResponse>;
