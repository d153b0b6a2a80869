import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { verifies } from '../requirements.js';
import { cli, runIdOf, workFolder } from './support/cli.js';

const report = (folder: string): string => join(folder, 'sallyport-demo', 'report.md');

describe('the main job', () => {
  test('--yes writes the report, and the summary counts what happened', async () => {
    verifies('TR-1', 'RC-2', 'PG-2', 'HX-2');
    const folder = workFolder();
    const { code, stdout, stderr } = await cli(folder, 'demo', '--yes');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(report(folder), 'utf8')).toMatch(/^# Orders\n[\s\S]*\| north \| \d+\.\d\d \|/);
    const [, calls, denials, asks, kept = '0'] =
      /(\d+) calls, (\d+) denial, (\d+) ask; ([\d,]+) characters kept out/.exec(stdout) ?? [];
    expect([calls, denials, asks]).toEqual(['5', '1', '1']);
    expect(Number(kept.replaceAll(',', ''))).toBeGreaterThan(1_900_000);
    expect(stdout).toMatch(
      /settled read_text_file files {2}roles allow › stay-inside allow › ask-before-writing allow {2}[\d,]+ → 20,000 chars {2}[\d.]+ ms/,
    );
    expect(stdout).toMatch(/refused move_file files {2}roles deny/);
    expect(existsSync(join(folder, '.sallyport', 'journal.db'))).toBe(true);
    expect(stdout).not.toContain('\u001b[');
  });

  test('--no leaves no report, and the model reads the refusal', async () => {
    verifies('SR-3');
    const folder = workFolder();
    const { code, stdout } = await cli(folder, 'demo', '--no');
    expect(code).toBe(0);
    expect(existsSync(report(folder))).toBe(false);
    expect(stdout).toContain('There is no report.');
    expect(stdout).toContain('write_file was refused: [declined by a person.');
  });

  test('without a terminal it suspends, and another process goes on from the journal, once', async () => {
    verifies('SR-1', 'V12');
    const folder = workFolder();
    const suspended = await cli(folder, 'demo');
    expect(suspended.code).toBe(3);
    expect(suspended.stdout).toContain('"path": ');
    expect(existsSync(report(folder))).toBe(false);
    const runId = runIdOf(suspended);
    const resumed = await cli(folder, 'resume', runId, '--approve');
    expect(resumed).toMatchObject({ code: 0, stderr: '' });
    expect(resumed.stdout).toContain('The report is in report.md.');
    const written = statSync(report(folder)).mtimeMs;
    const again = await cli(folder, 'resume', runId, '--approve');
    expect(again.code).toBe(1);
    expect(again.stdout).toContain('waits for nothing');
    expect((await cli(folder, 'resume', runId, '--decline')).code).toBe(1);
    expect(statSync(report(folder)).mtimeMs).toBe(written);
  });

  test('of two processes that approve at once one writes, and the other is told', async () => {
    verifies('SR-1');
    const folder = workFolder();
    const runId = runIdOf(await cli(folder, 'demo'));
    const both = await Promise.all([
      cli(folder, 'resume', runId, '--approve'),
      cli(folder, 'resume', runId, '--approve'),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    const lost = both.find(({ code }) => code === 1);
    expect(`${lost?.stdout}${lost?.stderr}`).toMatch(
      /ERR_JOURNAL_CONFLICT|ERR_RUN_UNDER_WAY|ERR_NOT_PENDING|ERR_STALE_CHECKPOINT|waits for nothing/,
    );
  });

  test('a decision to decline is carried out in another process too', async () => {
    verifies('SR-1', 'SR-3');
    const folder = workFolder();
    const declined = await cli(folder, 'resume', runIdOf(await cli(folder, 'demo')), '--decline');
    expect(declined.code).toBe(0);
    expect(declined.stdout).toContain('There is no report.');
    expect(existsSync(report(folder))).toBe(false);
  });

  test('folders of one’s own are used, and named in what to type next', async () => {
    verifies('SR-1');
    const folder = workFolder();
    const suspended = await cli(folder, 'demo', '--dir', 'my files', '--data-dir', 'records');
    expect(suspended.stdout).toContain(
      `--dir "${join(folder, 'my files')}" --data-dir "${join(folder, 'records')}"`,
    );
    const resumed = await cli(
      folder,
      'resume',
      runIdOf(suspended),
      '--approve',
      '--dir',
      'my files',
      '--data-dir',
      'records',
    );
    expect(resumed.code).toBe(0);
    expect(existsSync(join(folder, 'my files', 'report.md'))).toBe(true);
  });
});
