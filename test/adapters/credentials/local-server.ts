import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it came in. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real HTTP server on loopback that records what it is asked. */
export interface LocalServer {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Resolves once so many requests have come in. */
  reached(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function localServer(
  answer: (request: SeenRequest, response: ServerResponse) => void,
): Promise<LocalServer> {
  const seen: SeenRequest[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      seen.push(request);
      for (const wake of waiting) wake();
      waiting.clear();
      answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async reached(count) {
      while (seen.length < count) await new Promise<void>((resolve) => void waiting.add(resolve));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers JSON. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
