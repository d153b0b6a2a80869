import { describe, expect, test } from '@jest/globals';
import { HttpEndpoint } from '../../../src/adapters/mcp-client/http/http-endpoint.js';
import { HttpListener, type ListenerPace } from '../../../src/adapters/mcp-client/http/http-listener.js';
import { HttpTransport } from '../../../src/adapters/mcp-client/http/http-transport.js';
import { undiciSend } from '../../../src/adapters/mcp-client/http/http-undici-send.js';
import type { GivenMessage } from '../../../src/adapters/mcp-client/http/json-messages.js';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { rawHttp, type Fault, type RawHttp } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { ask, event, stream } from './http-support.js';
import { call } from './support.js';

const PACE: ListenerPace = { firstMs: 20, longestMs: 80, silentMs: 10_000 };

/** What answers each opening of the optional stream in turn; the last one goes on answering. */
type Opening = (response: Parameters<Fault>[1]) => void;

interface Listening {
  readonly server: RawHttp;
  readonly listener: HttpListener;
  readonly messages: GivenMessage[];
  /** When each opening came, in milliseconds. */
  readonly openedAt: number[];
  /** Resolves when the stream is opened for the n-th time. */
  opened(times: number): Promise<void>;
  close(): Promise<void>;
}

async function listening(openings: readonly Opening[], pace: Partial<ListenerPace> = {}): Promise<Listening> {
  const openedAt: number[] = [];
  let check: () => void = () => undefined;
  const server = await rawHttp(({ method }, response) => {
    if (method !== 'GET') return false;
    openedAt.push(performance.now());
    (openings[openedAt.length - 1] ?? openings.at(-1))?.(response);
    check();
    return true;
  });
  const { send, close } = await undiciSend(10_000);
  const messages: GivenMessage[] = [];
  const endpoint = new HttpEndpoint({ url: new URL(server.url), headers: {}, send });
  const take = (message: GivenMessage): void => void messages.push(message);
  const listener = new HttpListener(endpoint, 1_000, take, { ...PACE, ...pace });
  void listener.start();
  return {
    server,
    listener,
    messages,
    openedAt,
    opened: (times) =>
      new Promise((resolve) => {
        check = () => openedAt.length >= times && resolve();
        check();
      }),
    close: async () => {
      listener.stop();
      await close();
      await server.close();
    },
  };
}

const refuses =
  (status: number): Opening =>
  (response) =>
    void response.writeHead(status).end('no');
const offers: Opening = (response) => stream(response, ': hi\n\n');
const breaks: Opening = (response) => {
  stream(response, ': hi\n\n');
  setImmediate(() => response.destroy());
};
const tells: Opening = (response) => {
  stream(response, `id: 7\n${event({ method: 'notifications/x' })}`);
  response.end();
};

describe('the optional stream', () => {
  test.each([404, 406, 400, 500, 405, 401])(
    'that is refused with %i is not asked for again',
    async (status) => {
      verifies('C04');
      const { openedAt, listener, close } = await listening([refuses(status)], { firstMs: 1 });
      await listener.start();
      expect(openedAt).toHaveLength(1);
      await close();
    },
  );

  test('that was never offered is not asked for without end when there is no answer', async () => {
    verifies('C04');
    const { openedAt, listener, close } = await listening([(response) => void response.destroy()], {
      firstMs: 1,
    });
    await listener.start();
    expect(openedAt).toHaveLength(3);
    await close();
  });

  test('that breaks off is opened again, ever more slowly, and behind the last event', async () => {
    verifies('C05');
    const { server, messages, opened, openedAt, close } = await listening([
      tells,
      breaks,
      breaks,
      breaks,
      offers,
    ]);
    await opened(5);
    const waits = openedAt.slice(1).map((at, i) => at - (openedAt[i] ?? 0));
    expect(waits[0]).toBeGreaterThanOrEqual(19);
    expect(waits[1]).toBeGreaterThanOrEqual(39);
    expect(waits[2]).toBeGreaterThanOrEqual(79);
    expect(waits[3]).toBeGreaterThanOrEqual(79);
    expect(messages).toEqual([{ jsonrpc: '2.0', method: 'notifications/x' }]);
    expect(server.seen.map(({ headers }) => headers['last-event-id'])).toEqual([
      undefined,
      '7',
      '7',
      '7',
      '7',
    ]);
    await close();
  });

  test('is opened at the first pace again once an event has come', async () => {
    verifies('C05');
    const openings = [breaks, breaks, breaks, breaks, tells, offers];
    const { opened, openedAt, close } = await listening(openings, { firstMs: 20, longestMs: 10_000 });
    await opened(6);
    const waits = openedAt.slice(1).map((at, i) => at - (openedAt[i] ?? 0));
    expect(waits[3]).toBeGreaterThanOrEqual(159);
    expect(waits[4]).toBeLessThan(150);
    await close();
  });

  test('that was offered is opened again when that is refused for a while, and left when it is gone', async () => {
    verifies('C05');
    const openings = [breaks, refuses(409), refuses(400), refuses(503), refuses(404)];
    const { openedAt, listener, close } = await listening(openings, { firstMs: 1, longestMs: 1 });
    await listener.start();
    expect(openedAt).toHaveLength(5);
    await close();
  });

  test('that is silent for too long is opened again', async () => {
    verifies('C05');
    const { opened, close } = await listening([offers], { firstMs: 1, silentMs: 30 });
    await opened(3);
    await close();
  });

  test('on which something comes now and then is kept', async () => {
    verifies('C05');
    let isDone: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (isDone = resolve));
    const ticks: Opening = (response) => {
      offers(response);
      let left = 12;
      const timer = setInterval(() => {
        response.write(': hi\n');
        if (--left > 0) return;
        clearInterval(timer);
        isDone();
      }, 50);
    };
    const { openedAt, close } = await listening([ticks], { silentMs: 400 });
    await done;
    expect(openedAt).toHaveLength(1);
    await close();
  });

  test('is given up, and opened again, when a message on it is too large', async () => {
    verifies('T27');
    const large: Opening = (response) => stream(response, `data: ${'x'.repeat(5_000)}`);
    const { opened, close } = await listening([large, offers], { firstMs: 1 });
    await opened(2);
    await close();
  });

  test('leaves the session and its calls alone when it dies', async () => {
    verifies('C05');
    let gets = 0;
    let died: () => void = () => undefined;
    const dead = new Promise<void>((resolve) => (died = resolve));
    const server = await rawHttp(({ method }, response) => {
      if (method !== 'GET') return false;
      gets++;
      response.on('close', died);
      breaks(response);
      return true;
    });
    const events: unknown[] = [];
    const transport = { transport: 'http', url: server.url } as const;
    const client = await mcpClient({ transport, onEvent: (one) => void events.push(one) });
    await dead;
    expect(await call(client, 'echo', { text: 'hi' })).toBe('hi');
    expect(gets).toBe(1);
    expect(events).toEqual([]);
    await client.close();
    expect(new Set(server.seen.map(({ rpc }) => rpc.method)).size).toBe(5);
    await server.close();
  });

  test('is open only once the server has taken the notice of initialisation, and is closed with the rest', async () => {
    verifies('C04', 'MC-3');
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (isClosed = resolve));
    let isOpen: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (isOpen = resolve));
    const server = await rawHttp(({ method }, response) => {
      if (method !== 'GET') return false;
      offers(response);
      response.on('close', isClosed);
      isOpen();
      return true;
    });
    const { send, close } = await undiciSend(10_000);
    const endpoint = new HttpEndpoint({ url: new URL(server.url), headers: {}, send });
    const transport = new HttpTransport({ endpoint, maxMessageBytes: 1_000, disconnect: close });
    await transport.send(ask(1, 'initialize'));
    expect(server.seen.map(({ method }) => method)).toEqual(['POST']);
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await opened;
    await transport.close();
    await closed;
    expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'DELETE']);
    await server.close();
  });
});
