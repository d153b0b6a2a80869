import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openSqlite } from '../../src/adapters/journal/sqlite-driver.js';
import { verifies } from '../requirements.js';
import { cli, runIdOf, workFolder, type Ended } from './support/cli.js';

/** Refuses whatever is no single sentence for a person: a stack trace, more lines, or a control character spelled out. */
function expectOneLine({ stderr }: Ended): void {
  expect(stderr).toMatch(/^sallyport: .+\n$/);
  expect(stderr).not.toMatch(/\\u\{|\bat .+:\d+:\d+|^TypeError|Cannot read properties/);
}

/** A suspended run whose recording was then changed by one statement. */
async function tamperedRun(change: string): Promise<{ readonly folder: string; readonly runId: string }> {
  const folder = workFolder();
  const runId = runIdOf(await cli(folder, 'demo'));
  const journal = openSqlite(join(folder, '.sallyport', 'journal.db'), undefined);
  journal.exec(change);
  journal.close();
  return { folder, runId };
}

describe('the command line', () => {
  test.each<[readonly string[], string]>([
    [['frobnicate'], 'There is no "frobnicate"'],
    [['demo', 'now'], 'There is no "demo now"'],
    [['demo', '--fast'], '--fast'],
    [['demo', '--dir'], '--dir'],
    [['demo', '--dir', '--yes'], '--dir'],
    [['demo', '--yes=1'], '--yes'],
    [['resume'], 'takes one run id'],
    [['resume', 'one', 'two'], 'takes one run id'],
    [['demo', '--yes', '--no'], 'both at once'],
  ])('%j is misuse: one sentence, exit code 2', async (args, sentence) => {
    verifies('AG-1');
    const folder = workFolder();
    const ended = await cli(folder, ...args);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
    expectOneLine(ended);
    expect(existsSync(join(folder, 'sallyport-demo'))).toBe(false);
  });

  test('--help and --version answer at once; nothing at all is help', async () => {
    verifies('AG-1');
    const folder = workFolder();
    const help = await cli(folder, '--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('sallyport resume <runId>');
    expect(await cli(folder)).toEqual(help);
    expect((await cli(folder, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('what cannot be used is one line, exit code 1', () => {
  test('a run that is not in the journal', async () => {
    verifies('SR-1');
    const unknown = await cli(workFolder(), 'resume', 'no-such-run', '--approve');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('ERR_UNKNOWN_RUN') });
    expectOneLine(unknown);
  });

  test.each([
    ['a data folder that cannot be made', '--data-dir', '/dev/null/x'],
    ['a file in place of the data folder', '--data-dir', 'file'],
    ['a damaged journal', '--data-dir', 'bad'],
    ['a folder in place of the journal', '--data-dir', 'odd'],
    ['a working folder that cannot be made', '--dir', '/dev/null/x'],
  ])('%s', async (_what, flag, path) => {
    verifies('SR-1');
    const folder = workFolder();
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'bad'));
    writeFileSync(join(folder, 'bad', 'journal.db'), 'this is not a journal at all. '.repeat(100));
    mkdirSync(join(folder, 'odd', 'journal.db'), { recursive: true });
    const ended = await cli(folder, 'demo', '--yes', flag, path);
    expect(ended.code).toBe(1);
    expectOneLine(ended);
    if (flag === '--data-dir') expect(ended.stderr).toContain('ERR_JOURNAL_UNUSABLE');
  });

  test('a demo that cannot start leaves what is in its folder as it was', async () => {
    verifies('HX-2');
    const folder = workFolder();
    writeFileSync(join(folder, 'report.md'), 'mine');
    writeFileSync(join(folder, 'orders.csv'), 'mine too');
    const ended = await cli(folder, 'demo', '--yes', '--dir', '.', '--data-dir', '/dev/null/x');
    expect(ended.code).toBe(1);
    expect(existsSync(join(folder, 'report.md'))).toBe(true);
    expect(readFileSync(join(folder, 'orders.csv'), 'utf8')).toBe('mine too');
  });

  test.each([
    ['an entry that is no JSON', `UPDATE entries SET event = '{' WHERE seq = 5`],
    ['an entry that is no event', `UPDATE entries SET event = '{"type":"nonsense"}' WHERE seq = 5`],
    ['an entry that is null', `UPDATE entries SET event = 'null' WHERE seq = 5`],
    ['an entry that is gone', `DELETE FROM entries WHERE seq = 5`],
  ])('%s, and nothing runs', async (_what, change) => {
    verifies('SR-1');
    const { folder, runId } = await tamperedRun(change);
    const ended = await cli(folder, 'resume', runId, '--approve');
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/\(ERR_\w+\)\n$/) });
    expectOneLine(ended);
    expect(existsSync(join(folder, 'sallyport-demo', 'report.md'))).toBe(false);
  });

  test('a run whose process went before it could suspend is not said to have ended', async () => {
    verifies('SR-1');
    const { folder, runId } = await tamperedRun(
      'DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)',
    );
    const { stdout, stderr } = await cli(folder, 'resume', runId, '--approve');
    expect(`${stdout}${stderr}`).not.toContain('it has ended');
  });
});
