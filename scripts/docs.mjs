// Writes the pictures of the documentation from the dispatch table: `node scripts/docs.mjs`, or `--check` to see whether
// they are what the table gives.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadSource } from './load-source.mjs';
import { transitions } from './transitions.mjs';

const { effectOf, table } = await loadSource('domain/dispatch/step.ts');

const GATES = ['permission', 'capability', 'before', 'validate', 'check-in', 'execute', 'after', 'settled'];
const found = transitions();

/** The picture of the whole table. */
function diagram() {
  const id = (stage) => stage.replace('-', '');
  const names = Object.keys(table).map(
    (stage) => `  state "${stage}${table[stage].effect === 'suspend' ? ' ⏸' : ''}" as ${id(stage)}`,
  );
  const merged = new Map();
  for (const { from, says, to } of found) {
    const key = `${id(from)} --> ${id(to)}`;
    merged.set(key, [...(merged.get(key) ?? []), says]);
  }
  const arrows = [...merged].map(([key, says]) => `  ${key}: ${[...new Set(says)].join(' · ')}`);
  const ends = Object.keys(table).filter((stage) => table[stage].effect === undefined);
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...names,
    '  [*] --> permission',
    ...arrows,
    ...ends.map((stage) => `  ${id(stage)} --> [*]`),
    '```',
  ].join('\n');
}

/** The same as rows, for those who would rather read. */
function rows() {
  const stages = Object.keys(table).filter((stage) => table[stage].effect !== undefined);
  return [
    '| stage | what the shell does | then |',
    '|---|---|---|',
    ...stages.map((stage) => {
      const then = found.filter(({ from }) => from === stage).map(({ says, to }) => `${says} → ${to}`);
      return `| ${stage} | \`${table[stage].effect}\` | ${then.join(' · ')} |`;
    }),
  ].join('\n');
}

/** One call's path in one look: the gates in order, what can stop the call at each, and where it can wait. */
function path() {
  const lines = GATES.map((stage) => {
    const out = found.filter(({ from, to }) => from === stage && !GATES.includes(to));
    const waits = out.filter(({ to }) => effectOf({ stage: to }) === 'suspend').map(({ to }) => to);
    const stops = out.filter(({ to }) => effectOf({ stage: to }) === undefined).map(({ to }) => to);
    const parts = [
      waits.length > 0 ? `may wait: ${[...new Set(waits)].join(', ')}` : '',
      stops.length > 0 ? `may end: ${[...new Set(stops)].join(', ')}` : '',
    ];
    const arrow = stage === GATES[0] ? ' ' : '↓';
    return `${arrow} ${stage.padEnd(11)}${parts.filter(Boolean).join('; ')}`.trimEnd();
  });
  return ['```text', ...lines, '```'].join('\n');
}

const PARTS = {
  'README.md': { path: path() },
  'docs/lifecycle.md': { diagram: diagram(), rows: rows() },
};

let stale = 0;
for (const [file, parts] of Object.entries(PARTS)) {
  const url = new URL(`../${file}`, import.meta.url);
  const before = readFileSync(url, 'utf8');
  let after = before;
  for (const [name, text] of Object.entries(parts)) {
    const marked = new RegExp(`(<!-- ${name}:begin[^>]*-->)[\\s\\S]*?(<!-- ${name}:end -->)`);
    if (!marked.test(after)) throw new Error(`${file} has no place for "${name}".`);
    after = after.replace(marked, (_, begin, end) => `${begin}\n\n${text}\n\n${end}`);
  }
  if (after === before) continue;
  stale++;
  if (process.argv.includes('--check'))
    process.stdout.write(`${file} is not what the table gives: run npm run docs\n`);
  else writeFileSync(url, after);
}
if (process.argv.includes('--check') && stale > 0) process.exitCode = 1;
