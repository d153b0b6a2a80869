import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { root } from './planted-tree.js';

interface LintReport {
  readonly filePath: string;
  readonly messages: readonly { ruleId: string | null; message: string }[];
}

/** The rules that the linter reports in the `src` of a folder, by file. @throws Error when it did not run */
export function lintFindings(folder: string): { [file: string]: string[] } {
  const bin = join(root, 'node_modules', 'eslint', 'bin', 'eslint.js');
  const run = spawnSync(
    process.execPath,
    [bin, 'src', '--config', join(root, 'eslint.config.js'), '--format', 'json'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (run.stdout === '') throw new Error(`the linter did not run: ${run.stderr}`);
  const reports = JSON.parse(run.stdout) as LintReport[];
  return Object.fromEntries(
    reports.map(({ filePath, messages }) => [
      relative(folder, filePath),
      messages.map(({ ruleId, message }) => ruleId ?? message),
    ]),
  );
}
