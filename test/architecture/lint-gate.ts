import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { root } from './planted-tree.js';

interface LintReport {
  readonly filePath: string;
  readonly messages: readonly { ruleId: string | null; message: string }[];
}

/** The rules that hold for a file of this checkout, each with its severity and then its options. */
export function lintRules(file: string): { [rule: string]: unknown[] } {
  return (lint(root, ['--print-config', file]) as { rules: { [rule: string]: unknown[] } }).rules;
}

/** The rules that the linter reports in the `src` of a folder, by file. @throws Error when it did not run */
export function lintFindings(folder: string): { [file: string]: string[] } {
  const reports = lint(folder, ['src', '--format', 'json']) as LintReport[];
  return Object.fromEntries(
    reports.map(({ filePath, messages }) => [
      relative(folder, filePath),
      messages.map(({ ruleId, message }) => ruleId ?? message),
    ]),
  );
}

/** What the linter prints as JSON when it runs in a folder. */
function lint(folder: string, args: readonly string[]): unknown {
  const bin = join(root, 'node_modules', 'eslint', 'bin', 'eslint.js');
  const run = spawnSync(process.execPath, [bin, ...args, '--config', join(root, 'eslint.config.js')], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.stdout === '') throw new Error(`the linter did not run: ${run.stderr}`);
  return JSON.parse(run.stdout);
}
