import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import type { McpClient } from '../../../src/ports/mcp-client.js';
import { verifies } from '../../requirements.js';
import { call, connectRaw } from './support.js';

const FILESYSTEM = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist',
  'index.js',
);

describe('the filesystem server', () => {
  let folder: string;
  let client: McpClient;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'sallyport-')));
    await writeFile(join(folder, 'big.txt'), 'orders '.repeat(300_000));
    const args = [FILESYSTEM, folder];
    client = await mcpClient({
      name: 'files',
      transport: { transport: 'stdio', command: process.execPath, args },
    });
  });
  afterAll(async () => {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('a file of 2 MB, which the server sends as text and again as structured content, is shown once', async () => {
    verifies('MC-7', 'C35');
    expect(await call(client, 'read_text_file', { path: join(folder, 'big.txt') })).toHaveLength(2_100_000);
  });

  test('its own text is the error of a file that is not there', async () => {
    verifies('MC-8');
    await expect(call(client, 'read_text_file', { path: join(folder, 'none.txt') })).rejects.toMatchObject({
      code: 'ERR_MCP_TOOL',
      message: expect.stringMatching(/"read_text_file" of MCP server "files" failed: .*ENOENT/),
    });
  });

  test('what only reads may be repeated after a crash; what is said to change things may not', async () => {
    verifies('MC-4');
    const replay = new Map((await client.tools()).map((tool) => [tool.schema.name, tool.replay]));
    expect(replay.get('read_text_file')).toBe('safe');
    expect(replay.get('move_file')).toBeUndefined();
  });

  test('another server that cannot start costs this one nothing', async () => {
    verifies('C08');
    await expect(connectRaw('exit')).rejects.toMatchObject({ code: 'ERR_MCP_CONNECT' });
    expect(await call(client, 'list_allowed_directories')).toContain(folder);
  });
});
