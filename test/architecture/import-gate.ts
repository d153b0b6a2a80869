import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './planted-tree.js';

/** One import that the gate refuses. */
export interface ImportViolation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

interface CruiseReport {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { from: string; to: string; rule: { name: string } }[];
  };
}

/** What the import gate says of the `src` of a folder. @throws Error when it looked at nothing or did not run */
export function importViolations(folder: string): ImportViolation[] {
  const bin = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const config = join(root, '.dependency-cruiser.cjs');
  const run = spawnSync(process.execPath, [bin, 'src', '--config', config, '--output-type', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.stdout === '') throw new Error(`the import gate did not run: ${run.stderr}`);
  const { summary } = JSON.parse(run.stdout) as CruiseReport;
  if (summary.totalCruised === 0) throw new Error('the import gate found no file');
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}
