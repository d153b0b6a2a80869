import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { mockMcpClient } from '../../../src/adapters/mcp-client/mock-mcp-client.js';
import { defineTool } from '../../../src/app/define-tool.js';
import { mcpClientContract } from '../../../src/ports/contracts/mcp-client.js';
import { rawHttp, type RawHttp } from '../../fixtures/mcp/raw-http.js';
import { verifies } from '../../requirements.js';
import { call, connectRaw } from './support.js';

const EVERYTHING = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist',
  'index.js',
);
const hand = {
  echo: { tool: 'echo', args: { text: 'hi' }, result: 'hi', inputSchema: { type: 'object' } },
  failing: { tool: 'fail', args: {}, text: 'disk on fire' },
};
const everything = {
  echo: { tool: 'echo', args: { message: 'hi' }, result: 'Echo: hi' },
  failing: { tool: 'get-sum', args: { a: 'one' }, text: 'Invalid' },
};

describe('a hand-written server over stdio', () => {
  mcpClientContract({ describe, test }, { ...hand, connect: async () => (await connectRaw('none')).client });
});

describe('a hand-written server over http', () => {
  let server: RawHttp;
  beforeAll(async () => {
    server = await rawHttp();
  });
  afterAll(() => server.close());
  mcpClientContract(
    { describe, test },
    { ...hand, connect: () => mcpClient({ transport: { transport: 'http', url: server.url } }) },
  );
});

describe('a mock', () => {
  const tools = [
    defineTool<{ text: string }>({
      name: 'echo',
      description: 'echo',
      inputSchema: { type: 'object' },
      execute: ({ text }) => text,
    }),
    defineTool({
      name: 'fail',
      description: 'fail',
      execute: () => {
        throw new Error('disk on fire');
      },
    }),
  ];
  mcpClientContract(
    { describe, test },
    { ...hand, connect: async () => mockMcpClient({ name: 'mock', tools }) },
  );

  test('it has the shape of a client, and its tools the shape of served tools', async () => {
    verifies('MC-1', 'MC-4', 'MC-10');
    const client = mockMcpClient({ tools });
    expect(Object.keys(client).sort()).toEqual(['close', 'name', 'refresh', 'tools']);
    expect(client.name).toBe('mcp');
    expect((await client.tools())[0]?.source).toBe('mcp');
    expect(Object.keys(tools[0] ?? {})).not.toContain('source');
  });
});

describe('the everything server over stdio', () => {
  const transport = { transport: 'stdio', command: process.execPath, args: [EVERYTHING, 'stdio'] } as const;
  mcpClientContract(
    { describe, test },
    { ...everything, connect: () => mcpClient({ name: 'everything', transport }) },
  );

  test('a client is a name and three methods, and its tools are ordinary tools', async () => {
    verifies('MC-1', 'MC-4');
    const client = await mcpClient({ transport });
    expect(Object.keys(client).sort()).toEqual(['close', 'name', 'refresh', 'tools']);
    expect(client.name).toBe('mcp');
    const image = (await client.tools()).find(({ schema }) => schema.name === 'get-tiny-image');
    expect(image).toMatchObject({ source: 'mcp', schema: { inputSchema: { type: 'object' } } });
    expect(await call(client, 'get-tiny-image')).toMatch(/\[image: image\/png, \d+ bytes\]/);
    await client.close();
  });
});

describe('the everything server over http', () => {
  let child: ChildProcess;
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}/mcp`;
    child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await new Promise<void>((resolve) =>
      child.stderr?.on('data', (text: Buffer) => /listening/i.test(String(text)) && resolve()),
    );
  });
  afterAll(() => void child.kill('SIGKILL'));
  mcpClientContract(
    { describe, test },
    { ...everything, connect: () => mcpClient({ transport: { transport: 'http', url } }) },
  );
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
