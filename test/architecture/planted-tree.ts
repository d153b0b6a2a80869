import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The root of this checkout. */
export const root: string = join(import.meta.dirname, '..', '..');

/** A folder that looks like this package to the gates, with other sources. */
export interface PlantedTree {
  readonly folder: string;
  remove(): void;
}

/** Makes a package of these files, by path; the compiler's settings and the packages are those of this checkout. */
export function plant(files: { readonly [path: string]: string }): PlantedTree {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  const settings = JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['src'] });
  const manifest = JSON.stringify({
    type: 'module',
    dependencies: { zod: '*', inversify: '*', picocolors: '*' },
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries({
    'tsconfig.json': settings,
    'package.json': manifest,
    ...files,
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
