import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { answeredFetch } from '../../../src/adapters/mcp-client/answered-fetch.js';
import { verifies } from '../../requirements.js';

/** What is read of an event stream that comes in pieces of a size, and then ends or fails. */
async function read(
  text: string,
  size: number,
  request: object = { id: 7, method: 'x' },
  fails = false,
): Promise<{ readonly text: string; readonly session: string | null }> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += size)));
      else if (fails) controller.error(new Error('cut'));
      else controller.close();
    },
  });
  const headers = { 'content-type': 'Text/Event-Stream; charset=utf-8', 'mcp-session-id': 's' };
  const send = answeredFetch(() => Promise.resolve(new Response(body, { headers })));
  const response = await send('http://x', { method: 'POST', body: JSON.stringify(request) });
  return { text: await response.text(), session: response.headers.get('mcp-session-id') };
}

const size = fc.integer({ min: 1, max: 9 });
const lines = fc
  .array(fc.constantFrom('data: {"id: ":1}', ': id: 1', 'event: message', '', 'data: é', 'retry: 1'))
  .map((some) => some.map((line) => `${line}\n`).join(''));

describe('the stream of an answer', () => {
  test('is passed on as it is, and ends with an error for its request, also when it fails', async () => {
    verifies('TR-2');
    await fc.assert(
      fc.asyncProperty(lines, size, fc.boolean(), async (text, bytes, fails) => {
        const whole = await read(text, bytes, { id: 7, method: 'x' }, fails);
        expect(whole.session).toBe('s');
        expect(whole.text.startsWith(`${text}\n\ndata: `)).toBe(true);
        expect(JSON.parse(whole.text.slice(text.length + 8))).toMatchObject({
          id: 7,
          error: { code: -32_603 },
        });
      }),
    );
  });

  test('that names an event can be taken up again, and is given no error, however it is cut', async () => {
    verifies('TR-2');
    await fc.assert(
      fc.asyncProperty(lines, lines, fc.constantFrom('\n', '\r'), size, async (before, after, end, bytes) => {
        const text = `${before}id: 1${end}${after}`;
        expect((await read(text, bytes)).text).toBe(text);
      }),
    );
  });

  test('of what asks nothing is left alone', async () => {
    verifies('TR-2');
    expect((await read('data: 1\n\n', 3, { method: 'notifications/initialized' })).text).toBe('data: 1\n\n');
  });
});
