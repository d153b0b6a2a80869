import { describe, expect, test } from '@jest/globals';
import { childEnvironment } from '../../../src/adapters/mcp-client/stdio/child-environment.js';
import { mcpClient } from '../../../src/adapters/mcp-client/mcp-client.js';
import { spawnCommand } from '../../../src/adapters/mcp-client/stdio/windows-command.js';
import { verifies } from '../../requirements.js';

describe('how a server’s command is started', () => {
  test('elsewhere than on Windows it is handed over as it is', () => {
    verifies('C17', 'T38');
    const args = ['-y', 'a b', '$(id)', 'x; touch y'];
    expect(spawnCommand('npx', args, 'linux')).toEqual({ command: 'npx', args, verbatim: false });
    expect(spawnCommand('C:\\node.exe', args, 'win32')).toEqual({
      command: 'C:\\node.exe',
      args,
      verbatim: false,
    });
  });

  test.each(['npx', 'npx.cmd', 'C:\\tools\\run.bat'])(
    'on Windows a batch file (%s) is run by cmd.exe with nothing left to act on',
    (command) => {
      verifies('C17');
      const started = spawnCommand(
        command,
        ['-y', 'a b', 'x & calc', '100%PATH%', 'say "hi"\\'],
        'win32',
        'cmd.exe',
      );
      expect(started).toMatchObject({ command: 'cmd.exe', verbatim: true });
      const [, , , line = ''] = started.args;
      expect(line).toMatch(/^".*\.(cmd|bat) .*"$/);
      const unescaped = line.slice(1, -1).replace(/\^./g, '');
      expect(unescaped).not.toMatch(/[&|<>%^!"() ](?<! )/);
    },
  );

  test('a line break cannot be handed to cmd.exe and is refused', () => {
    verifies('C17');
    expect(() => spawnCommand('npx', ['a\r\ncalc'], 'win32')).toThrow('no line break');
  });

  test('a child inherits the allowlist, never a shell function, and what is given comes on top', () => {
    verifies('TR-1', 'T38');
    const ours = {
      PATH: '/bin',
      HOME: '() { :; }; calc',
      LD_PRELOAD: '/evil.so',
      AWS_SECRET_ACCESS_KEY: 'x',
    };
    expect(childEnvironment({ TOKEN: 't', PATH: '/own' }, ours, 'linux')).toEqual({
      PATH: '/own',
      TOKEN: 't',
    });
    expect(childEnvironment({}, { SYSTEMROOT: 'C:\\', HOME: 'h' }, 'win32')).toEqual({ SYSTEMROOT: 'C:\\' });
  });

  test.each<[object, string]>([
    [{}, 'needs "transport"'],
    [{ transport: {} }, 'there is no transport undefined'],
    [{ transport: { transport: 'websocket' } }, 'there is no transport "websocket"'],
    [{ transport: { transport: 'toString' } }, 'there is no transport "toString"'],
    [{ transport: { transport: 'http' } }, 'needs "url"'],
    [{ transport: { transport: 'http', url: 'ftp://x' } }, '"url" must be an absolute http or https URL'],
    [{ transport: { transport: 'http', url: 'http://a:canary@x' } }, 'must not hold a user or password'],
    [
      { transport: { transport: 'http', url: 'http://x', headers: { a: 'b\r\nX-Evil: 1' } } },
      'header "a" cannot be sent',
    ],
    [{ transport: { transport: 'http', url: 'http://x', header: {} } }, 'has no option "header"'],
    [{ transport: { transport: 'stdio' } }, 'needs "command"'],
    [{ transport: { transport: 'stdio', command: 'x', arguments: [] } }, 'has no option "arguments"'],
    [
      { transport: { transport: 'stdio', command: 'x' }, callTimeoutMs: 0 },
      '"callTimeoutMs" must be a positive whole number of milliseconds',
    ],
  ])('%j is refused by name', async (options, message) => {
    verifies('TR-1', 'TR-2', 'T19');
    const refused = mcpClient(options as Parameters<typeof mcpClient>[0]);
    await expect(refused).rejects.toMatchObject({
      code: 'ERR_INVALID_OPTION',
      message: expect.stringContaining(message),
    });
    await expect(refused).rejects.not.toThrow(/canary|X-Evil/);
  });
});
