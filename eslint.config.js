import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Refused everywhere in TypeScript. A later block replaces the whole list of a rule, so each block spreads this one. */
const refusedSyntax = [
  { selector: 'ExportAllDeclaration', message: 'List each exported name: `export *` hides what is public.' },
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
  { selector: 'ExportSpecifier[exported.name="default"]', message: 'Export by name.' },
  {
    selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
    message: 'A cast through `unknown` checks nothing. Narrow the value instead.',
  },
];

const unsafeModules = [
  { name: 'vm', message: 'Code is never evaluated in this process.' },
  { name: 'node:vm', message: 'Code is never evaluated in this process.' },
];

const impure = 'The core is pure: the shell does this, and gives the outcome as an event.';

/** The core: no clock, no randomness, no I/O, no promise, no package, and no global beyond the language but these. */
const domainGlobals = { URL: 'readonly', AbortSignal: 'readonly' };

const domainPurity = {
  'no-undef': 'error',
  'no-restricted-globals': [
    'error',
    ...[
      ...['process', 'console', 'fetch', 'Buffer', 'document', 'window', 'self', 'global', 'globalThis'],
      ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'structuredClone', 'performance'],
      ...['crypto', 'navigator', 'require', 'eval', 'Function', 'Intl', 'WeakRef', 'FinalizationRegistry'],
      ...['Atomics', 'SharedArrayBuffer', 'XMLHttpRequest', 'WebSocket', 'localStorage', 'Worker'],
    ].map((name) => ({ name, message: impure })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: impure },
    { object: 'Math', property: 'random', message: impure },
    { object: 'performance', property: 'now', message: impure },
  ],
  'no-restricted-syntax': [
    'error',
    ...refusedSyntax,
    ...[
      'NewExpression[callee.name="Date"][arguments.length=0]',
      'CallExpression[callee.name="Date"]',
      ':function[async=true]',
      'AwaitExpression',
      'ForOfStatement[await=true]',
      'NewExpression[callee.name="Promise"]',
      'MemberExpression[object.name="Promise"]',
      'ImportExpression',
      'MetaProperty[meta.name="import"]',
    ].map((selector) => ({ selector, message: impure })),
  ],
  'no-restricted-imports': [
    'error',
    { patterns: [{ regex: '^[^.]', message: 'The core imports the core only: no package and no builtin.' }] },
  ],
};

export default defineConfig([
  globalIgnores(['dist/', 'coverage/', 'reports/', 'temp/', 'node_modules/', '**/node_modules/']),
  {
    linterOptions: { noInlineConfig: true },
    rules: {
      'no-warning-comments': ['error', { terms: ['eslint-disable', 'todo', 'fixme'], location: 'anywhere' }],
    },
  },
  js.configs.recommended,
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
      },
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { module: 'writable', require: 'readonly' } },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'no-restricted-syntax': ['error', ...refusedSyntax],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // With types: a promise that nobody awaits, and an `any` that came in from a library.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-console': 'error',
      'no-restricted-imports': ['error', { paths: unsafeModules }],
    },
  },
  // The command line owns its terminal; a library that prints would speak over it.
  { files: ['src/app/cli/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: ['src/domain/**/*.ts'], languageOptions: { globals: domainGlobals }, rules: domainPurity },
]);
