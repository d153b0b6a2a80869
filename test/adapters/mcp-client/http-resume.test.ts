import { describe, expect, test } from '@jest/globals';
import { rawHttp, type Fault, type RawHttp } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { ask, bareTransport, event, stream, type BareTransport } from './http-support.js';

const brokenOff = { id: 1, error: { data: { 'sallyport.unusable': 'broken off' } } };
const named = (id: number): string => `id: ${id}\ndata:\n\n`;

/** Asks once; the stream of the answer names an event and ends, and is taken up again by `resumes`. */
async function asked(
  resumes: (response: Parameters<Fault>[1], time: number) => void,
): Promise<BareTransport & { readonly server: RawHttp; readonly ids: unknown[]; close(): Promise<void> }> {
  const ids: unknown[] = [];
  const server = await rawHttp(({ method, headers }, response) => {
    if (method === 'GET') resumes(response, ids.push(headers['last-event-id']));
    else {
      stream(response, `retry: 1\n${named(1)}`);
      response.end();
    }
    return true;
  });
  const bare = await bareTransport({ url: server.url });
  const close = async (): Promise<void> => {
    await bare.transport.close();
    await server.close();
  };
  return { ...bare, server, ids, close };
}

describe('a stream that breaks off before the answer', () => {
  test('is taken up again as often as something comes of it, behind the last event each time', async () => {
    verifies('TR-2');
    const { transport, next, ids, close } = await asked((response, time) => {
      stream(response, time < 10 ? named(time + 1) : event({ id: 1, result: {} }));
      response.end();
    });
    const told = next();
    await transport.send(ask(1));
    expect(await told).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(ids).toEqual(Array.from({ length: 10 }, (_, i) => String(i + 1)));
    await close();
  });

  test.each<[string, Fault]>([
    ['ends', (_, response) => (stream(response, ': hi\n'), response.end(), true)],
    ['is cut', (_, response) => (response.destroy(), true)],
  ])('is given up after four times at which it %s and nothing has come', async (_, fault) => {
    verifies('TR-2', 'T27');
    const { transport, next, ids, close, server } = await asked((response) => {
      const seen = server.seen.at(-1);
      if (seen !== undefined) fault(seen, response);
    });
    const told = next();
    await transport.send(ask(1));
    expect(await told).toMatchObject(brokenOff);
    expect(ids).toEqual(['1', '1', '1', '1']);
    await close();
  });

  test('is given up at once when that is refused', async () => {
    verifies('TR-2');
    const { transport, next, ids, close } = await asked((response) => void response.writeHead(405).end());
    const told = next();
    await transport.send(ask(1));
    expect(await told).toMatchObject(brokenOff);
    expect(ids).toEqual(['1']);
    await close();
  });

  test('is bounded by the events of the call, on however many streams they come', async () => {
    verifies('T27');
    const block = ': hi\n'.repeat(30_000);
    const { transport, next, ids, close } = await asked((response, time) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(block + named(time + 1));
    });
    const told = next();
    await transport.send(ask(1));
    expect(await told).toMatchObject({ error: { data: { 'sallyport.unusable': 'flooded' } } });
    expect(ids).toHaveLength(4);
    await close();
  });

  test('is not taken up again once the call was cancelled', async () => {
    verifies('MC-9');
    let resumed: () => void = () => undefined;
    const resuming = new Promise<void>((resolve) => (resumed = resolve));
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (isClosed = resolve));
    const { transport, messages, ids, close } = await asked((response) => {
      stream(response, named(2));
      response.on('close', isClosed);
      resumed();
    });
    await transport.send(ask(1));
    await resuming;
    const params = { requestId: 1 };
    await transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    await closed;
    await close();
    expect(ids).toEqual(['1']);
    expect(messages).toEqual([]);
  });
});
