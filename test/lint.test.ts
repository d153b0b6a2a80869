import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lintFindings, lintRules } from './architecture/lint-gate.js';
import { plant, type PlantedTree } from './architecture/planted-tree.js';
import { verifies } from './requirements.js';

/** What the core may not say: the rule that refuses it, and the text. */
const IMPURE: readonly (readonly [rule: string, text: string])[] = [
  ...[
    ...['process.pid', 'console.log(1)', 'setTimeout(() => 1, 1)', 'setInterval(() => 1, 1)'],
    ...['setImmediate(() => 1)', 'queueMicrotask(() => 1)', "fetch('x')", 'Buffer.alloc(1)', 'document'],
    ...['window', 'globalThis', 'performance', 'crypto', 'structuredClone(1)', "require('x')", "eval('1')"],
    ...["Function('return 1')", 'navigator', 'Intl.NumberFormat', 'self', 'global', 'new WeakRef({})'],
    ...['new FinalizationRegistry(() => 1)', 'Atomics', 'SharedArrayBuffer', 'XMLHttpRequest', 'WebSocket'],
    ...['localStorage', 'Worker'],
  ].map((use) => ['no-restricted-globals', `export const x = (): unknown => ${use};`] as const),
  ['no-undef', 'export const x = (): unknown => new TextEncoder();'],
  ['no-undef', 'export const x = (): unknown => new AbortController();'],
  ['no-restricted-properties', 'export const x = (): number => Date.now();'],
  ['no-restricted-properties', 'export const { now } = Date;'],
  ['no-restricted-properties', 'export const x = (): number => Math.random();'],
  ['no-restricted-properties', "export const x = (): number => Math['random']();"],
  ['no-restricted-properties', 'export const x = (): number => performance.now();'],
  ['no-restricted-syntax', 'export const x = (): Date => new Date();'],
  ['no-restricted-syntax', 'export const x = (): string => Date();'],
  ['no-restricted-syntax', 'export async function x(): Promise<void> {}'],
  ['no-restricted-syntax', 'export const x = async (): Promise<void> => {};'],
  ['no-restricted-syntax', 'export class X { async x(): Promise<void> {} }'],
  ['no-restricted-syntax', 'export const x: unknown = await 1;'],
  ['no-restricted-syntax', 'for await (const x of []) ((): unknown => x)();'],
  ['no-restricted-syntax', 'export const x = (): Promise<void> => new Promise(() => {});'],
  ['no-restricted-syntax', 'export const x = (): Promise<number> => Promise.resolve(1);'],
  ['no-restricted-syntax', "export const x = (): Promise<unknown> => import('./y.js');"],
  ['no-restricted-syntax', 'export const x: string = import.meta.url;'],
  ['no-restricted-imports', "import { z } from 'zod'; export const x: unknown = z;"],
  ['no-restricted-imports', "import { join } from 'node:path'; export const x: unknown = join;"],
  ['no-restricted-imports', "import type { Stats } from 'fs'; export type X = Stats;"],
];

/** What no file of src may say. */
const REFUSED: readonly (readonly [rule: string, text: string])[] = [
  ['no-restricted-syntax', "export * from './y.js';"],
  ['no-restricted-syntax', 'export default 1;'],
  ['no-restricted-syntax', 'const x = 1; export { x as default };'],
  ['no-restricted-syntax', 'export const x = (y: number): string => y as unknown as string;'],
  ['@typescript-eslint/no-explicit-any', 'export const x = (y: number): string => y as any;'],
  ['@typescript-eslint/no-unsafe-assignment', "export const x: number = JSON.parse('1');"],
  ['@typescript-eslint/no-floating-promises', 'export const x = (y: () => Promise<void>): void => { y(); };'],
  ['@typescript-eslint/ban-ts-comment', '// @ts-expect-error\nexport const x: string = 1;'],
  ['@typescript-eslint/ban-ts-comment', '// @ts-ignore\nexport const x: string = 1;'],
  ['no-warning-comments', '// eslint-disable-next-line no-eval\nexport const x = 1;'],
  ['no-warning-comments', '/* eslint-disable */\nexport const x = 1;'],
  ['no-eval', "// eslint-disable-next-line\nexport const x: unknown = eval('1');"],
  ['no-restricted-imports', "import { Script } from 'node:vm'; export const x: unknown = Script;"],
  ['no-new-func', "export const x: unknown = new Function('return 1');"],
  ['no-console', 'console.log(1);'],
];

const PRINTS = 'export const x = (y: string): void => console.log(y);\n';

const SOUND = 'export const x = (y: number): string => new URL(`https://a.example/${y}`).href;\n';

const impureFile = (at: number): string => `src/domain/impure-${at}.ts`;
const refusedFile = (at: number): string => `src/app/refused-${at}.ts`;

function planted(): { [path: string]: string } {
  const files: { [path: string]: string } = { 'src/domain/sound.ts': SOUND, 'src/app/sound.ts': SOUND };
  IMPURE.forEach(([, text], at) => (files[impureFile(at)] = `${text}\n`));
  REFUSED.forEach(([, text], at) => (files[refusedFile(at)] = `${text}\n`));
  files['src/app/cli/prints.ts'] = PRINTS;
  return { ...files, 'src/domain/y.ts': 'export const y = 1;\n', 'src/app/y.ts': 'export const y = 1;\n' };
}

/** What one option of a rule refuses: a global by its name, or a property of an object. */
function nameOf(option: unknown): string {
  const { name, property } = option as { name?: string; property?: string };
  return name ?? property ?? '';
}

describe('the linter', () => {
  let tree: PlantedTree;
  let found: { [file: string]: string[] };
  beforeAll(() => {
    tree = plant(planted());
    found = lintFindings(tree.folder);
  }, 120_000);
  afterAll(() => tree.remove());

  test.each(IMPURE.map(([rule, text], at) => ({ rule, text, at })))(
    '$rule keeps the core from $text',
    (planted) => {
      verifies('HX-1');
      expect(found[impureFile(planted.at)]).toContain(planted.rule);
    },
  );

  test.each(REFUSED.map(([rule, text], at) => ({ rule, text, at })))('$rule refuses $text', (planted) => {
    expect(found[refusedFile(planted.at)]).toContain(planted.rule);
  });

  test('a sound file passes', () => {
    expect(found['src/domain/sound.ts']).toEqual([]);
    expect(found['src/app/sound.ts']).toEqual([]);
  });

  test('the command line may print', () => {
    expect(found['src/app/cli/prints.ts']).toEqual([]);
  });

  test('each global and property that the core may not use has a planted violation', () => {
    const rules = lintRules('src/domain/sound.ts');
    const names = (rules['no-restricted-globals'] ?? []).slice(1).map(nameOf);
    const properties = (rules['no-restricted-properties'] ?? []).slice(1).map(nameOf);
    const texts = IMPURE.map(([, text]) => text);
    const saysWord = (name: string): boolean => texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
    expect(names.length).toBeGreaterThan(0);
    expect(properties.length).toBeGreaterThan(0);
    expect([...names, ...properties].filter((name) => !saysWord(name))).toEqual([]);
  });
});
