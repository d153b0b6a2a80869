import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { McpClient } from '../../../src/ports/mcp-client.js';
import { verifies } from '../../requirements.js';
import { call, connectRaw } from './support.js';

const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

/** A line of the protocol; `$ID` stands for the id of the call under way. */
const line = (members: string): string => `{"jsonrpc":"2.0",${members}}`;
const said = (text: string, id = '$ID'): string =>
  line(`"id":${id},"result":{"content":[{"type":"text","text":"${text}"}]}`);

describe('a child that answers oddly', () => {
  let client: McpClient;
  beforeAll(async () => {
    client = (await connectRaw('none')).client;
  });
  afterAll(() => client.close());

  test.each<[string, readonly string[]]>([
    ['an id that nobody gave', [said('other', '9999'), said('first')]],
    ['an id that is a text', [said('other', '"evil"'), said('first')]],
    ['the id of a call that is over', [said('other', '1'), said('first')]],
    ['two results', [said('first'), said('second')]],
    ['a result and then an error', [said('first'), line('"id":$ID,"error":{"code":1,"message":"second"}')]],
    ['an error that names no request', [line('"id":null,"error":{"code":1,"message":"x"}'), said('first')]],
    ['a member that is neither', [line('"id":[$ID]'), line('"method":5'), said('first')]],
  ])('with %s gives each call one outcome', async (_, lines) => {
    verifies('T28');
    expect(await call(client, 'lines', { lines })).toBe('first');
    expect(await call(client, 'echo', { text: 'next' })).toBe('next');
  });

  test('with a result and an error in one is refused, once', async () => {
    verifies('T28');
    const both = line('"id":$ID,"result":{"content":[]},"error":{"code":1,"message":"no such order"}');
    await expect(call(client, 'lines', { lines: [both, said('second')] })).rejects.toThrow('no such order');
    expect(await call(client, 'echo', { text: 'next' })).toBe('next');
  });

  test.each<[string, string]>([
    ['an answer that nobody asked for', line(`"id":"evil","result":{"a":${DEEP}}`)],
    ['a progress that nobody waits for', line(`"method":"notifications/progress","params":{"a":${DEEP}}`)],
    ['a message that is of no kind', line(`"method":5,"params":${DEEP}`)],
    ['a request of its own', line(`"id":7,"method":"elicitation/create","params":{"a":${DEEP}}`)],
  ])('with %s that nests deep harms no call and no process', async (_, odd) => {
    verifies('T28');
    expect(await call(client, 'lines', { lines: [odd, said('first')] })).toBe('first');
    expect(await call(client, 'echo', { text: 'next' })).toBe('next');
  });

  test('with a result that nests deep fails that call alone, by its shape', async () => {
    verifies('T28');
    const deep = line(`"id":$ID,"result":{"structuredContent":{"a":${DEEP}}}`);
    await expect(call(client, 'lines', { lines: [deep] })).rejects.toMatchObject({
      code: 'ERR_MCP_RESULT_SHAPE',
    });
    expect(await call(client, 'echo', { text: 'next' })).toBe('next');
  });
});
