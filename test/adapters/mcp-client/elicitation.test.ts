import { expect, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import type { OnElicitation } from '../../../src/adapters/mcp-client/on-elicitation.js';
import type { SallyportEvent } from '../../../src/domain/events.js';
import { rawHttp, type Fault, type SeenRequest } from '../../fixtures/mcp/raw-http.js';
import { call } from './support.js';

const PROPERTIES =
  '{"name":{"type":"string","default":"Ann"},"age":{"type":"integer"},"__proto__":{"type":"boolean","default":true}}';

/** Calls a tool that asks the user first. Gives what the server was told, and what was reported. */
async function asked(
  onElicitation?: OnElicitation,
  params = `{"message":"Who?","requestedSchema":{"type":"object","properties":${PROPERTIES}}}`,
) {
  const events: SallyportEvent[] = [];
  let finish: (reply: string) => void = () => undefined;
  const asking: Fault = ({ method, rpc }, response) => {
    if (method === 'POST' && rpc.id === 77) finish(JSON.stringify(rpc));
    if (rpc.method !== 'tools/call') return false;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: {"jsonrpc":"2.0","id":77,"method":"elicitation/create","params":${params}}\n\n`);
    finish = (reply) => {
      const result = { content: [{ type: 'text', text: reply }] };
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result })}\n\n`);
    };
    return true;
  };
  const server = await rawHttp(asking);
  const client = await mcpClient({
    name: 'forms',
    transport: { transport: 'http', url: server.url },
    onEvent: (event) => void events.push(event),
    ...(onElicitation === undefined ? {} : { onElicitation }),
  });
  const reply = JSON.parse(String(await call(client, 'echo'))) as {
    result?: unknown;
    error?: { message: string };
  };
  await client.close();
  await server.close();
  return { reply, events, declared: declaredIn(server.seen) };
}

function declaredIn(seen: readonly SeenRequest[]): unknown {
  return seen.find(({ rpc }) => rpc.method === 'initialize')?.rpc.params?.['capabilities'];
}

test('an accepted form is filled in with the defaults of its schema, each as an own property', async () => {
  const forms: unknown[] = [];
  const { reply, declared } = await asked(async (form) => {
    forms.push(form);
    return { action: 'accept', content: { age: 41 } };
  });
  expect(declared).toEqual({ elicitation: { form: { applyDefaults: true } } });
  expect(forms).toMatchObject([{ server: 'forms', message: 'Who?', schema: { type: 'object' } }]);
  expect(reply.result).toMatchObject({ action: 'accept', content: { name: 'Ann', age: 41 } });
  expect(({} as Record<string, unknown>)['type']).toBeUndefined();
});

test('what the user gave stands, and a declined form has no content', async () => {
  const given = await asked(async () => ({ action: 'accept', content: { name: 'Bo' } }));
  expect(given.reply.result).toMatchObject({ content: { name: 'Bo' } });
  const declined = await asked(async () => ({ action: 'decline', content: { name: 'Bo' } }));
  expect(declined.reply.result).toEqual({ action: 'decline' });
});

test('a failure of the application cancels the form, and tells the server nothing of it', async () => {
  const { reply, events } = await asked(async () => {
    throw new TypeError('canary-secret');
  });
  expect(reply.result).toEqual({ action: 'cancel' });
  expect(events).toContainEqual(expect.objectContaining({ message: expect.stringContaining('TypeError') }));
  expect(JSON.stringify([reply, events])).not.toContain('canary-secret');
});

test('without onElicitation none is declared, and a form is refused; a URL is refused always', async () => {
  const { reply, declared } = await asked();
  expect(declared).toEqual({});
  expect(reply.error).toBeDefined();
  const page = '{"mode":"url","message":"Log in","url":"javascript:alert(1)","elicitationId":"1"}';
  const opened: unknown[] = [];
  const url = await asked(async (form) => {
    opened.push(form);
    return { action: 'accept' };
  }, page);
  expect(url.reply.error).toBeDefined();
  expect(opened).toEqual([]);
});
