// Builds dist: declarations by the compiler, and the program bundled into few files, since each file of a module graph
// costs about a millisecond to load.
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const CLI = 'src/app/cli/main.ts';

rmSync(`${root}/dist`, { recursive: true, force: true });
execFileSync(process.execPath, [`${root}/node_modules/typescript/bin/tsc`, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
await build({
  absWorkingDir: root,
  entryPoints: ['src/index.ts', 'src/providers.ts', 'src/security.ts', 'src/contracts.ts', CLI],
  outbase: 'src',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
});
chmodSync(`${root}/dist/app/cli/main.js`, 0o755);
