import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { runError } from '../src/app/run-errors.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');
const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');

/** Codes that Node throws and that the source compares. */
const FOREIGN = new Set(['ERR_MODULE_NOT_FOUND']);

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(src, file), 'utf8'));

/** Every code that stands in the source. */
function codes(): string[] {
  const all = files.flatMap((text) => [...text.matchAll(/'(ERR_\w+)'/g)].map(([, code = '']) => code));
  return [...new Set(all)].filter((code) => !FOREIGN.has(code)).sort();
}

/** The classes that carry each code: those that give it to `super`, and what a run that failed with it throws. */
function carriers(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (code: string, name: string): void => {
    found.set(code, (found.get(code) ?? new Set()).add(name));
  };
  for (const text of files) {
    const classes = [...text.matchAll(/^(?:export )?class (\w+)/gm)];
    for (const { index, 1: code = '' } of text.matchAll(/super\(\s*'(ERR_\w+)'/g))
      add(code, classes.findLast((one) => one.index < index)?.[1] ?? 'no class');
    for (const [, code = ''] of text.matchAll(/\bcode: '(ERR_\w+)'/g)) {
      // A doc comment names the code of its class in the same words; only a failure has `retryable` beside it.
      if (!new RegExp(`code: '${code}',\\s*retryable`).test(text)) continue;
      add(code, runError('r', { code, retryable: false, message: 'm' }, undefined).constructor.name);
    }
  }
  return found;
}

/** The page's rows, as cells. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '));
const codeOf = (row: readonly string[]): string => row[0]?.slice(1, -1) ?? '';

describe('the page of errors', () => {
  test('lists every error code of the source once, and no other', () => {
    expect(rows.map(codeOf).sort()).toEqual(codes());
  });

  test('knows the classes of every code', () => {
    expect([...carriers().keys()].sort()).toEqual(codes());
  });

  test.each(rows.map((row) => [codeOf(row), row] as const))('%s has its class', (code, row) => {
    const classes = [...(carriers().get(code) ?? [])].map((name) => `\`${name}\``);
    expect(classes).toContain(row[1]);
    for (const name of classes) expect(row.join(' ')).toContain(name);
  });

  test('says of each what happened and what to do', () => {
    for (const row of rows) {
      expect(row).toHaveLength(4);
      for (const cell of row) expect(cell.trim()).not.toBe('');
    }
  });
});

describe('the pictures', () => {
  test('are what the dispatch table and the run’s step give', () => {
    const checked = spawnSync(process.execPath, [join(root, 'scripts/docs.mjs'), '--check'], {
      encoding: 'utf8',
    });
    expect(checked).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });
});
