// Builds dist: declarations by the compiler, and the program bundled into few files, since each file of a module graph
// costs about a millisecond to load.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const CLI = 'src/app/cli/main.ts';
const OTHER_ENTRIES = ['src/providers.ts', 'src/security.ts', 'src/contracts.ts', CLI];

/** Makes every entry stand on the root entry, so that what the root needs is one chunk and not one for each set of entries. */
const onRootEntry = {
  name: 'on-root-entry',
  setup({ onLoad }) {
    const entries = new Set(OTHER_ENTRIES.map((entry) => resolve(root, entry)));
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!entries.has(path)) return undefined;
      return {
        contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(resolve(root, 'src/index.ts'))};\n`,
        loader: 'ts',
      };
    });
  },
};

rmSync(`${root}/dist`, { recursive: true, force: true });
execFileSync(process.execPath, [`${root}/node_modules/typescript/bin/tsc`, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
await build({
  absWorkingDir: root,
  entryPoints: ['src/index.ts', ...OTHER_ENTRIES],
  outbase: 'src',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  plugins: [onRootEntry],
  ignoreAnnotations: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
});
chmodSync(`${root}/dist/app/cli/main.js`, 0o755);
