// Loads a module of the source that is no part of the package's public face, for scripts that look at it.
import { Buffer } from 'node:buffer';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The exports of a file under `src`. */
export async function loadSource(file) {
  const entry = fileURLToPath(new URL(`../src/${file}`, import.meta.url));
  const options = {
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  };
  const { outputFiles } = await build(options);
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}
