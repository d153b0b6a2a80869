import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { verifies } from '../../requirements.js';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/mcp/${name}`, import.meta.url));

describe('a server whose process cannot be started', () => {
  test('for want of file handles fails alone: this process and the other servers live', async () => {
    verifies('C08', 'TR-1');
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      'ulimit -n 500; exec "$@"',
      'sh',
      process.execPath,
      fixture('crowded.mjs'),
      fixture('raw-stdio.mjs'),
    ]);
    expect(JSON.parse(stdout)).toEqual({
      code: 'ERR_MCP_CONNECT',
      message: expect.stringMatching(/"crowded".*could not be started: .*EMFILE/),
      answered: 'alive',
      listeners: 0,
    });
  });

  test.each<[string, string, { readonly args?: readonly string[]; readonly env?: Record<string, string> }]>([
    ['ERR_INVALID_ARG_VALUE', 'an argument no process can be given', { args: ['canary-4\0'] }],
    ['ERR_INVALID_ARG_VALUE', 'a variable no process can be given', { env: { TOKEN: 'canary-4\0' } }],
    ['E2BIG', 'more than a process can be given', { args: ['canary-4'.repeat(500_000)] }],
  ])('is refused with %s for %s, which is not shown', async (code, _, more) => {
    verifies('C08', 'TR-1');
    const transport = { transport: 'stdio', command: process.execPath, ...more } as const;
    const error = (await mcpClient({ name: 'odd', transport }).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({
      code: 'ERR_MCP_CONNECT',
      message: `MCP server "odd" could not be connected: it could not be started: ${code}`,
    });
    expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('canary');
  });

  test('a command is a program and never a line for a shell', async () => {
    verifies('T38', 'TR-1');
    const cwd = await mkdtemp(join(tmpdir(), 'sallyport-'));
    const transport = {
      transport: 'stdio',
      command: 'true; touch marker',
      args: ['$(touch other)'],
      cwd,
    } as const;
    await expect(mcpClient({ transport })).rejects.toMatchObject({ code: 'ERR_MCP_CONNECT' });
    expect(await readdir(cwd)).toEqual([]);
    await rm(cwd, { recursive: true });
  });
});
