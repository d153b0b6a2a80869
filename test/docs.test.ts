import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');

/** Codes that Node throws and that the source compares. */
const FOREIGN = new Set(['ERR_MODULE_NOT_FOUND']);

function sources(): string {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return files.map((file) => readFileSync(join(src, file), 'utf8')).join('\n');
}

describe('the documentation', () => {
  const code = sources();
  const rows = [
    ...readFileSync(join(root, 'docs/errors.md'), 'utf8').matchAll(/^\| `(ERR_[A-Z_]+)` \| `(\w+)` \|/gm),
  ];

  test('lists every error code of the source, and no other', () => {
    const thrown = new Set([...code.matchAll(/'(ERR_[A-Z_]+)'/g)].map((match) => match[1] ?? ''));
    const listed = rows.map((row) => row[1]);
    expect(listed).toHaveLength(new Set(listed).size);
    expect([...listed].sort()).toEqual([...thrown].filter((name) => !FOREIGN.has(name)).sort());
  });

  test('names a class of the source for each', () => {
    for (const [, , name] of rows) expect(code).toMatch(new RegExp(`class ${name} extends`));
  });

  test('shows the pictures that the dispatch table gives', () => {
    const checked = spawnSync(process.execPath, [join(root, 'scripts/docs.mjs'), '--check'], {
      encoding: 'utf8',
    });
    expect(checked).toMatchObject({ status: 0, stdout: '' });
  });
});
