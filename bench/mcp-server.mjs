// The servers that `npm run bench:client` calls, in a process of their own: one that answers with JSON and does nothing
// else, and the protocol library's, which answers on a stream. Prints the two URLs as one line of JSON.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const INITIALISED = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'bench', version: '1.0.0' },
};
const TOOLS = { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };
const CALLED = { content: [{ type: 'text', text: 'row 1' }] };
const RESULTS = { initialize: INITIALISED, 'tools/list': TOOLS, 'tools/call': CALLED };

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

const raw = createServer(async (request, response) => {
  if (request.method !== 'POST') return response.writeHead(405).end();
  const { id, method } = JSON.parse(await bodyOf(request));
  if (id === undefined) return response.writeHead(202).end();
  response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'bench' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: RESULTS[method] }));
});

const sessions = new Map();
const streaming = createServer(async (request, response) => {
  const known = sessions.get(request.headers['mcp-session-id']);
  if (known !== undefined) return known.handleRequest(request, response);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool('echo', { description: 'Echoes.' }, async () => CALLED);
  await server.connect(transport);
  await transport.handleRequest(request, response);
});

const listen = (server) =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}/mcp`));
  });
process.stdout.write(`${JSON.stringify({ json: await listen(raw), stream: await listen(streaming) })}\n`);
process.on('disconnect', () => process.exit(0));
