import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import type { McpClient } from '../../../src/ports/mcp-client.js';
import { answer, rawHttp, type Fault, type RawHttp, type SeenRequest } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { call, connectRaw } from './support.js';

const result = { content: [{ type: 'text', text: 'hi' }] };

describe('an answer over stdio', () => {
  let client: McpClient;
  beforeAll(async () => {
    client = (await connectRaw('none')).client;
  });
  afterAll(() => client.close());

  test.each<[string, object]>([
    ['an error of null', { result, error: null }],
    ['a member of its own', { result, took: 12 }],
  ])('that has %s beside its result is read', async (_, members) => {
    verifies('MC-7', 'TR-1');
    expect(await call(client, 'answer', members)).toBe('hi');
  });

  test.each<[string, object]>([
    ['neither a result nor an error', {}],
    ['an error that is a string', { error: 'canary-3' }],
    ['an error without a whole number as its code', { error: { code: 'E', message: 'canary-3' } }],
    ['an error without a whole number as its code and a text', { error: { code: 1 } }],
  ])('that is %s fails its call at once, by its shape', async (shape, members) => {
    verifies('MC-7');
    const began = Date.now();
    const error = await call(client, 'answer', members).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'ERR_MCP_RESULT_SHAPE',
      message: expect.stringContaining(`"answer" of MCP server "raw" answered ${shape}`),
    });
    expect(String(error)).not.toContain('canary');
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  test('that is a well-made error carries the server’s message', async () => {
    verifies('MC-8');
    const error = { code: -32_602, message: 'no such order', data: { id: 7 } };
    await expect(call(client, 'answer', { error })).rejects.toThrow(/it refused "answer": .*no such order/);
  });
});

describe('an answer over http', () => {
  let server: RawHttp;
  let client: McpClient;
  let answers: (seen: SeenRequest, response: Parameters<Fault>[1]) => void;
  let resumes: Fault;
  beforeAll(async () => {
    server = await rawHttp((seen, response) => {
      if (seen.headers['last-event-id'] !== undefined) return resumes(seen, response);
      if (seen.rpc.method === 'tools/call') answers(seen, response);
      return seen.rpc.method === 'tools/call';
    });
    client = await mcpClient({ name: 'web', transport: { transport: 'http', url: server.url } });
    await client.tools();
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });
  const stream = (response: Parameters<Fault>[1], text: string): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text);
  };
  const event = (message: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;

  test.each<[string, typeof answers]>([
    ['is cut', (_, response) => (stream(response, ': hi\n\n'), void setImmediate(() => response.destroy()))],
    ['ends', (_, response) => (stream(response, ': hi\n\n'), void response.end())],
    [
      'ends in the midst of it',
      (_, response) => (stream(response, 'data: {"jsonrpc":'), void response.end()),
    ],
  ])('whose stream %s fails its call at once, saying that it may have taken effect', async (_, fault) => {
    verifies('TR-2');
    answers = fault;
    const began = Date.now();
    await expect(call(client, 'echo')).rejects.toMatchObject({
      code: 'ERR_MCP_OUTCOME_UNKNOWN',
      message:
        'MCP server "web": outcome unknown: the answer to "echo" broke off or cannot be read; it may have taken effect',
    });
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  test('whose stream ends as it should is read, and the next one too', async () => {
    verifies('TR-2');
    answers = ({ rpc }, response) => (stream(response, event({ id: rpc.id, result })), void response.end());
    expect(await call(client, 'echo')).toBe('hi');
    expect(await call(client, 'echo')).toBe('hi');
  });

  test('whose stream can be taken up again is waited for', async () => {
    verifies('TR-2');
    let id: number | undefined;
    answers = ({ rpc }, response) => {
      id = rpc.id;
      stream(response, 'retry: 1\ni');
      response.end('d: 1\ndata:\n\n');
    };
    resumes = (_, response) => (stream(response, event({ id, result })), response.end(), true);
    expect(await call(client, 'echo')).toBe('hi');
    expect(server.seen.at(-1)).toMatchObject({ method: 'GET', headers: { 'last-event-id': '1' } });
  });

  test.each<[string, typeof answers]>([
    ['JSON', ({ rpc }, response) => answer(response, rpc.id, 'canary-3')],
    ['a stream', ({ rpc }, response) => stream(response, event({ id: rpc.id, result: 'canary-3' }))],
  ])('that is %s and no result fails its call by its shape', async (_, fault) => {
    verifies('MC-7');
    answers = fault;
    const error = await call(client, 'echo').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ERR_MCP_RESULT_SHAPE' });
    expect(String((error as Error).stack)).not.toContain('canary');
  });

  test('that takes longer than the limit is waited for while there is progress', async () => {
    verifies('MC-9', 'C38');
    const brief = await mcpClient({
      transport: { transport: 'http', url: server.url },
      callTimeoutMs: 400,
    });
    answers = ({ rpc }, response) => {
      const { progressToken } = rpc.params?.['_meta'] as { readonly progressToken: number };
      stream(response, ': hi\n\n');
      let progress = 0;
      const timer = setInterval(() => {
        response.write(
          event({ method: 'notifications/progress', params: { progressToken, progress: ++progress } }),
        );
        if (progress < 8) return;
        clearInterval(timer);
        response.end(event({ id: rpc.id, result }));
      }, 100);
    };
    expect(await call(brief, 'echo')).toBe('hi');
    await brief.close();
  });
});
