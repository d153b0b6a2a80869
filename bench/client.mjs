// `npm run bench:client`: what one `tools/call` over loopback Streamable HTTP costs the client, by turns and as ratios.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { request } from 'undici';
import { gatewayTransport, mcpClient } from '../dist/providers.js';
import { staticTokens } from '../dist/security.js';
import { median } from './measure.mjs';

const ROUNDS = 15;
const CALLS = 150;
const TOKEN = 'bench-token';
const TARGETS = { json: 1.6, stream: 1.3 };

const server = spawn(process.execPath, [fileURLToPath(new URL('mcp-server.mjs', import.meta.url))], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
const [line] = await once(server.stdout, 'data');
const urls = JSON.parse(line);

const body = (id) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'echo', arguments: { n: id } },
  });
const headersFor = (sessionId) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${TOKEN}`,
  'mcp-session-id': sessionId,
  'mcp-protocol-version': '2025-06-18',
});

/** The result in an answer, whichever way it came: what each of the plain requests has to do as well. */
function resultOf(text) {
  const data = text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 6, text.indexOf('\n\n'));
  return JSON.parse(data).result;
}

async function sdkClient(url) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
  });
  await client.connect(transport);
  return { client, sessionId: transport.sessionId };
}

/** Each way to make the call against one server. */
async function subjects(url) {
  const { client, sessionId } = await sdkClient(url);
  const headers = headersFor(sessionId);
  const credentials = staticTokens({ gateway: TOKEN });
  const ours = await mcpClient({ transport: gatewayTransport({ url, credentials }) });
  const [echo] = await ours.tools();
  let id = 1_000;
  return {
    calls: {
      'undici, by hand': async () => {
        const answer = await request(url, { method: 'POST', headers, body: body(id++) });
        return resultOf(await answer.body.text());
      },
      'fetch, by hand': async () =>
        resultOf(await (await globalThis.fetch(url, { method: 'POST', headers, body: body(id++) })).text()),
      'the SDK’s client': () => client.callTool({ name: 'echo', arguments: { n: 1 } }),
      'sallyport, vending': () => echo.execute({ n: 1 }),
    },
    close: async () => {
      await Promise.all([ours.close(), client.close()]);
    },
  };
}

/** The median time and processor time of a call of each subject, in microseconds. */
async function measure(calls) {
  const found = Object.fromEntries(Object.keys(calls).map((name) => [name, { times: [], cpu: [] }]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, call] of Object.entries(calls)) {
      const began = process.cpuUsage();
      const times = [];
      for (let i = 0; i < CALLS; i++) {
        const at = performance.now();
        await call();
        times.push((performance.now() - at) * 1_000);
      }
      const { user, system } = process.cpuUsage(began);
      if (round < 0) continue;
      found[name].times.push(median(times));
      found[name].cpu.push((user + system) / CALLS);
    }
  }
  return found;
}

let over = 0;
for (const [kind, url] of Object.entries(urls)) {
  const { calls, close } = await subjects(url);
  const found = await measure(calls);
  await close();
  const base = found['undici, by hand'];
  process.stdout.write(
    `${kind === 'json' ? 'A server that answers with JSON' : 'The SDK’s server, answering on a stream'}\n`,
  );
  for (const [name, { times, cpu }] of Object.entries(found)) {
    const ratios = [median(times) / median(base.times), median(cpu) / median(base.cpu)];
    const isOver = name.startsWith('sallyport') && ratios.some((ratio) => ratio > TARGETS[kind]);
    if (isOver) over++;
    const shown = ratios.map((ratio) => `${ratio.toFixed(2)} ×`);
    const target = name.startsWith('sallyport')
      ? `  at most ${TARGETS[kind]} ×  ${isOver ? 'OVER' : 'ok'}`
      : '';
    process.stdout.write(
      `  ${name.padEnd(22)} p50 ${median(times).toFixed(0).padStart(5)} µs ${shown[0].padStart(8)}   CPU ${median(cpu).toFixed(0).padStart(5)} µs ${shown[1].padStart(8)}${target}\n`,
    );
  }
}
server.disconnect();
process.stdout.write(over === 0 ? 'Every target is met.\n' : `${over} of the targets are missed.\n`);
