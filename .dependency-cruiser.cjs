/**
 * Who may import whom. Imports point inwards: domain <- ports <- adapters; domain, ports <- app. Each rule says what is
 * allowed and refuses the rest, so that a folder nobody thought of is refused too. test/architecture.test.ts plants a
 * violation of each rule and sees it caught.
 */

const ENTRIES = '^src/(index|providers|security|contracts)[.]ts$';
const APP_CORE = '^src/app/(?!compose/|cli/)';

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const refuse = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    refuse('no-circular', 'No file depends on itself, by types neither.', {}, { circular: true }),
    refuse(
      'no-unresolved',
      'An import that cannot be resolved cannot be judged. (`node:` names differ between Node versions.)',
      {},
      { couldNotResolve: true, pathNot: '^node:' },
    ),
    refuse(
      'packages-are-declared',
      'src uses dependencies and optional peers only: nothing that an installed package would lack.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    ),
    refuse(
      'domain-imports-domain',
      'The core imports the core: no port, no builtin, no package.',
      { path: '^src/domain/' },
      { pathNot: '^src/domain/' },
    ),
    refuse(
      'ports-import-domain',
      'A port is written in terms of the core and of other ports.',
      { path: '^src/ports/(?!contracts/)' },
      { pathNot: '^src/(domain|ports/(?!contracts/))' },
    ),
    refuse(
      'contracts-import-ports',
      'A port suite runs under any test runner: it imports ports, the core, and of Node what only looks.',
      { path: '^src/ports/contracts/' },
      { pathNot: '^src/(domain|ports)/|^(node:)?(assert(/strict)?|events|util)$' },
    ),
    refuse(
      'adapters-face-inwards',
      'An adapter implements a port: it knows the core, the ports and packages, not the app and not the entries.',
      { path: '^src/adapters/' },
      { path: '^src/', pathNot: '^src/(domain|ports/(?!contracts/)|adapters)' },
    ),
    refuse(
      'adapter-families-are-apart',
      'Adapter families never import each other; what they share belongs to the core or to the app.',
      { path: '^src/adapters/([^/]+)/' },
      { path: '^src/adapters/', pathNot: '^src/adapters/$1/' },
    ),
    refuse(
      'doors-use-the-inbound-port',
      'A driving adapter reaches the app as the inbound port; of the other ports it knows only those that decide nothing.',
      { path: '^src/adapters/(mcp-server|console)/' },
      { path: '^src/ports/', pathNot: '^src/ports/(governed-tools|awaitable|clock|event-sink)[.]ts$' },
    ),
    refuse(
      'app-imports-inwards',
      'The shell knows the core, the ports and Node: no adapter, no package, no composition root.',
      { path: APP_CORE },
      { pathNot: [APP_CORE, '^src/(domain|ports/(?!contracts/))'], dependencyTypesNot: ['core'] },
    ),
    refuse(
      'only-compose-imports-adapters',
      'The composition root picks the adapters; beside it, only the public entries name them.',
      { pathNot: ['^src/(adapters|app/compose)/', ENTRIES] },
      { path: '^src/adapters/' },
    ),
    refuse(
      'compose-imports-adapters-on-demand',
      'Beside `Agent.create`, which answers at once, only the environments import adapters.',
      { path: '^src/app/compose/', pathNot: '^src/app/compose/(agent[.]ts|environments/)' },
      { path: '^src/adapters/', dependencyTypesNot: ['type-only'] },
    ),
    refuse(
      'environments-on-demand',
      'A program that composes nothing does not pay for the environments and the container.',
      { pathNot: '^src/app/compose/(environment|composition|container)[.]ts$' },
      {
        path: '^src/app/compose/(environment[.]ts|environments/|container[.]ts)',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    refuse(
      'only-compose-imports-inversify',
      'The container is a detail of the composition root.',
      { pathNot: '^src/app/compose/|(^|/)node_modules/' },
      { path: '(^|/)node_modules/(inversify|@inversifyjs|reflect-metadata)/|^(inversify|reflect-metadata)' },
    ),
    refuse(
      'compose-is-below-the-doors',
      'The composition root serves the command line and the entries; it does not know them.',
      { path: '^src/app/compose/' },
      { path: ['^src/app/cli/', ENTRIES] },
    ),
    refuse(
      'cli-is-a-user',
      'The command line knows the app, the core, the ports, Node, colours and the entries: no adapter, suite or other package.',
      { path: '^src/app/cli/' },
      {
        pathNot: [
          '^src/(app|domain)/',
          '^src/ports/(?!contracts/)',
          '^src/(index|providers|security)[.]ts$',
          '(^|/)node_modules/picocolors/',
        ],
        dependencyTypesNot: ['core'],
      },
    ),
    refuse(
      'entries-name-the-house',
      'An entry lists public names of the app, the adapters, the ports and the core. It has no code of its own, so it needs no package.',
      { path: ENTRIES, pathNot: '^src/contracts[.]ts$' },
      { pathNot: '^src/(app/(?!cli/)|adapters/|ports/(?!contracts/)|domain/)' },
    ),
    refuse(
      'contracts-entry-lists-suites',
      'The suites are published apart: who proves an adapter loads neither the app nor another adapter.',
      { path: '^src/contracts[.]ts$' },
      { pathNot: '^src/ports/contracts/' },
    ),
    refuse(
      'entries-are-for-users',
      'Only the command line, which is a user of the library, imports a public entry; the house imports the file itself.',
      { path: '^src/', pathNot: '^src/app/cli/' },
      { path: ENTRIES },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
