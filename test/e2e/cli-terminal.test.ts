import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { verifies } from '../requirements.js';
import { startCli, startOnTerminal, workFolder } from './support/cli.js';

/** Makes a terminal: util-linux's `script`. Without it the tests that need one say so, and pass over it. */
function hasTerminal(): boolean {
  if (spawnSync('script', ['--version']).status === 0) return true;
  process.stderr.write('skipped: the program "script" (util-linux) is not here to make a terminal\n');
  return false;
}

/** The servers that work on a folder and run. */
function serversOn(folder: string): readonly string[] {
  const lines = execFileSync('ps', ['-eo', 'stat,args'], { encoding: 'utf8' }).split('\n');
  return lines.filter(
    (line) => line.includes('server-filesystem') && line.includes(folder) && !line.startsWith('Z'),
  );
}

describe('a person at the terminal', () => {
  test.each([
    ['y', true],
    ['n', false],
    ['', false],
  ])('is asked with the exact call; the answer %j decides', async (answer, written) => {
    verifies('SR-3', 'MW-3');
    if (!hasTerminal()) return;
    const folder = workFolder();
    const { child, says, ended } = startOnTerminal(folder, 'demo');
    await says('Approve? [y/N]');
    child.stdin?.write(`${answer}\n`);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toContain('write_file of files, with');
    expect(stdout).toContain(`"path": "${join(folder, 'sallyport-demo', 'report.md')}"`);
    expect(stdout).toContain('| region | revenue |');
    expect(existsSync(join(folder, 'sallyport-demo', 'report.md'))).toBe(written);
  });

  test('who presses Ctrl-C at the question is told how to go on later, and leaves no server behind', async () => {
    verifies('MC-3', 'TR-1');
    if (!hasTerminal()) return;
    const folder = workFolder();
    const { child, says, ended } = startOnTerminal(folder, 'demo');
    await says('Approve? [y/N]');
    expect(serversOn(folder)).not.toEqual([]);
    child.stdin?.write('\u0003');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(stdout).toContain('Suspended. Go on with: npx sallyport resume');
    expect(serversOn(folder)).toEqual([]);
  });
});

describe('a terminal', () => {
  test('that is closed at the question decides nothing: the run suspends', async () => {
    verifies('SR-1', 'SR-3');
    if (!hasTerminal()) return;
    const folder = workFolder();
    const { child, says, ended } = startOnTerminal(folder, 'demo');
    await says('Approve? [y/N]');
    child.stdin?.write('\u0004');
    const { code, stdout } = await ended;
    expect(stdout).toContain('Suspended. Go on with: npx sallyport resume');
    expect(code).toBe(3);
    expect(existsSync(join(folder, 'sallyport-demo', 'report.md'))).toBe(false);
    expect(serversOn(folder)).toEqual([]);
  });

  test('of a machine, with --json, is shown no question on standard output', async () => {
    verifies('SR-3');
    if (!hasTerminal()) return;
    const { child, ended } = startOnTerminal(workFolder(), 'demo', '--json');
    child.stdin?.write('n\n');
    const { stdout } = await ended;
    expect(stdout).toContain('"type":"summary"');
    expect(stdout).not.toContain('Approve?');
  });
});

describe('an interrupt', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s in the middle of a run exits 130, and leaves no server behind',
    async (signal) => {
      verifies('MC-3', 'TR-1');
      const folder = workFolder();
      const { child, says, ended } = startCli(folder, 'demo', '--yes');
      await says('settled list_directory');
      expect(serversOn(folder)).not.toEqual([]);
      child.kill(signal);
      expect((await ended).code).toBe(130);
      expect(serversOn(folder)).toEqual([]);
    },
  );
});
