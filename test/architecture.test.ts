import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { importViolations, type ImportViolation } from './architecture/import-gate.js';
import { plant, root, type PlantedTree } from './architecture/planted-tree.js';
import { verifies } from './requirements.js';

const value = 'export const value: number = 1;\n';

/** A tree in which each folder of the house has a file, and nothing is amiss. */
const SOUND = {
  'src/index.ts': "export { agent } from './app/compose/agent.js';\n",
  'src/providers.ts': "export { adapter } from './adapters/events/one.js';\n",
  'src/security.ts': "export { value } from './domain/noun.js';\n",
  'src/contracts.ts': "export { suite } from './ports/contracts/port.js';\n",
  'src/domain/noun.ts': value,
  'src/ports/port.ts': "export { value as port } from '../domain/noun.js';\n",
  'src/ports/governed-tools.ts': value,
  'src/ports/contracts/port.ts':
    "import assert from 'node:assert/strict';\nimport { port } from '../port.js';\nexport const suite = (): void => assert.ok(port);\n",
  'src/adapters/events/one.ts':
    "import { readFileSync } from 'node:fs';\nimport { z } from 'zod';\nimport { port } from '../../ports/port.js';\nexport const adapter = [readFileSync, z, port];\n",
  'src/adapters/mcp-server/stdio.ts': "export { value } from '../../ports/governed-tools.js';\n",
  'src/app/shell.ts':
    "import { createHash } from 'node:crypto';\nimport { port } from '../ports/port.js';\nexport const shell = [createHash, port];\n",
  'src/app/compose/container.ts':
    "import { Container } from 'inversify';\nexport const container = Container;\n",
  'src/app/compose/environments/desk.ts':
    "export { adapter as desk } from '../../../adapters/events/one.js';\n",
  'src/app/compose/environment.ts':
    "import { container } from './container.js';\nimport { desk } from './environments/desk.js';\nexport const environment = [container, desk];\n",
  'src/app/compose/compose.ts':
    "export const compose = async (): Promise<unknown> => import('./environment.js');\n",
  'src/app/compose/agent.ts':
    "import { adapter } from '../../adapters/events/one.js';\nimport { shell } from '../shell.js';\nexport const agent = [adapter, shell];\n",
  'src/app/cli/main.ts':
    "import { join } from 'node:path';\nimport pc from 'picocolors';\nimport { adapter } from '../../providers.js';\nimport { compose } from '../compose/compose.js';\nexport const main = [join, pc, adapter, compose];\n",
};

/** One violation each: the rule, the file planted, and what it imports (`to` is a part of the resolved name). */
const PLANTED: readonly (readonly [rule: string, file: string, imports: string, to: string])[] = [
  ['no-circular', 'src/domain/loop-a.ts', './loop-b.js', 'src/domain/loop-b.ts'],
  ['no-unresolved', 'src/ports/lost.ts', './nowhere.js', './nowhere.js'],
  ['packages-are-declared', 'src/adapters/events/dev.ts', 'fast-check', 'fast-check'],
  ['domain-imports-domain', 'src/domain/to-port.ts', '../ports/port.js', 'src/ports/port.ts'],
  ['domain-imports-domain', 'src/domain/to-builtin.ts', 'node:fs', 'fs'],
  ['domain-imports-domain', 'src/domain/to-package.ts', 'zod', 'zod'],
  ['domain-imports-domain', 'src/domain/to-app.ts', '../app/shell.js', 'src/app/shell.ts'],
  ['ports-import-domain', 'src/ports/to-builtin.ts', 'node:fs', 'fs'],
  ['ports-import-domain', 'src/ports/to-package.ts', 'zod', 'zod'],
  [
    'ports-import-domain',
    'src/ports/to-adapter.ts',
    '../adapters/events/one.js',
    'src/adapters/events/one.ts',
  ],
  ['ports-import-domain', 'src/ports/to-suite.ts', './contracts/port.js', 'src/ports/contracts/port.ts'],
  ['contracts-import-ports', 'src/ports/contracts/to-fs.ts', 'node:fs', 'fs'],
  ['contracts-import-ports', 'src/ports/contracts/to-runner.ts', '@jest/globals', '@jest/globals'],
  ['contracts-import-ports', 'src/ports/contracts/to-app.ts', '../../app/shell.js', 'src/app/shell.ts'],
  ['adapters-face-inwards', 'src/adapters/events/to-app.ts', '../../app/shell.js', 'src/app/shell.ts'],
  ['adapters-face-inwards', 'src/adapters/events/to-entry.ts', '../../security.js', 'src/security.ts'],
  [
    'adapters-face-inwards',
    'src/adapters/events/to-suite.ts',
    '../../ports/contracts/port.js',
    'src/ports/contracts',
  ],
  [
    'adapter-families-are-apart',
    'src/adapters/journal/to-events.ts',
    '../events/one.js',
    'src/adapters/events/one.ts',
  ],
  [
    'doors-use-the-inbound-port',
    'src/adapters/mcp-server/to-port.ts',
    '../../ports/port.js',
    'src/ports/port.ts',
  ],
  [
    'doors-use-the-inbound-port',
    'src/adapters/console/to-port.ts',
    '../../ports/port.js',
    'src/ports/port.ts',
  ],
  ['app-imports-inwards', 'src/app/to-package.ts', 'zod', 'zod'],
  ['app-imports-inwards', 'src/app/to-adapter.ts', '../adapters/events/one.js', 'src/adapters/events/one.ts'],
  [
    'app-imports-inwards',
    'src/app/tools/to-root.ts',
    '../compose/container.js',
    'src/app/compose/container.ts',
  ],
  ['app-imports-inwards', 'src/app/to-suite.ts', '../ports/contracts/port.js', 'src/ports/contracts/port.ts'],
  [
    'only-compose-imports-adapters',
    'src/app/cli/to-adapter.ts',
    '../../adapters/events/one.js',
    'src/adapters/events',
  ],
  ['only-compose-imports-inversify', 'src/app/cli/to-container.ts', 'inversify', 'inversify'],
  ['only-compose-imports-inversify', 'src/adapters/events/to-container.ts', 'inversify', 'inversify'],
  [
    'compose-imports-adapters-on-demand',
    'src/app/compose/eager.ts',
    '../../adapters/events/one.js',
    'src/adapters/events',
  ],
  [
    'environments-on-demand',
    'src/app/compose/eager.ts',
    './environment.js',
    'src/app/compose/environment.ts',
  ],
  ['cli-is-a-user', 'src/app/cli/to-package.ts', 'zod', 'zod'],
  ['cli-is-a-user', 'src/app/cli/to-suites.ts', '../../contracts.js', 'src/contracts.ts'],
  [
    'cli-is-a-user',
    'src/app/cli/to-suite.ts',
    '../../ports/contracts/port.js',
    'src/ports/contracts/port.ts',
  ],
  ['compose-is-below-the-doors', 'src/app/compose/to-cli.ts', '../cli/main.js', 'src/app/cli/main.ts'],
  ['compose-is-below-the-doors', 'src/app/compose/to-entry.ts', '../../security.js', 'src/security.ts'],
  ['entries-name-the-house', 'src/providers.ts', 'zod', 'zod'],
  ['entries-name-the-house', 'src/index.ts', './app/cli/main.js', 'src/app/cli/main.ts'],
  [
    'contracts-entry-lists-suites',
    'src/contracts.ts',
    './adapters/events/one.js',
    'src/adapters/events/one.ts',
  ],
  ['entries-are-for-users', 'src/app/to-entry.ts', '../security.js', 'src/security.ts'],
];

/** The sound tree with every violation in it; a type import is an import. */
function withViolations(): { [path: string]: string } {
  const files: { [path: string]: string } = { ...SOUND, 'src/domain/loop-b.ts': "import './loop-a.js';\n" };
  for (const [, file, imports] of PLANTED) files[file] = `import '${imports}';\n${files[file] ?? ''}`;
  files['src/domain/by-type.ts'] = "import type { z } from 'zod';\nexport type Z = typeof z;\n";
  return files;
}

describe('the import gate', () => {
  let tree: PlantedTree;
  let found: ImportViolation[];
  beforeAll(() => {
    tree = plant(withViolations());
    found = importViolations(tree.folder);
  }, 60_000);
  afterAll(() => tree.remove());

  test.each(PLANTED)('%s refuses %s → %s', (rule, file, _imports, to) => {
    verifies('HX-1');
    const caught = found.filter((violation) => violation.rule === rule && violation.from === file);
    expect(caught.map((violation) => violation.to)).toEqual([expect.stringContaining(to)]);
  });

  test('an import of types alone is an import', () => {
    verifies('HX-1');
    const rules = found.filter(({ from }) => from === 'src/domain/by-type.ts').map(({ rule }) => rule);
    expect(rules).toEqual(['domain-imports-domain']);
  });

  test('each rule has a planted violation', () => {
    const config = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
      forbidden: { name: string }[];
    };
    expect(new Set(PLANTED.map(([rule]) => rule))).toEqual(new Set(config.forbidden.map(({ name }) => name)));
  });

  test('a sound tree passes', () => {
    const sound = plant(SOUND);
    try {
      expect(importViolations(sound.folder)).toEqual([]);
    } finally {
      sound.remove();
    }
  }, 60_000);

  test('this tree passes', () => {
    verifies('HX-1');
    expect(importViolations(root)).toEqual([]);
  }, 60_000);
});

describe('the files of src', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, text: readFileSync(join(root, 'src', name), 'utf8') }))
    .map(({ name, text }) => ({ name, text, lines: text.split('\n').length - 1 }))
    .sort((one, other) => one.lines - other.lines);

  test('have 60 lines or less at the median, and none has more than 300', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files[Math.floor(files.length / 2)]?.lines).toBeLessThanOrEqual(60);
    expect(files.filter(({ lines }) => lines > 300).map(({ name, lines }) => `${name}: ${lines}`)).toEqual(
      [],
    );
  });

  test('export by name: no `export *`, no default export', () => {
    const unnamed = files.filter(({ text }) => /^\s*export\s+(\*|default\b)|\bas\s+default\b/m.test(text));
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });
});
