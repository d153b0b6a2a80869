// Writes the pictures of the documentation from the dispatch table: `node scripts/docs.mjs`, or `--check` to see whether
// they are what the table gives.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadSource } from './load-source.mjs';
import { phases } from './phases.mjs';
import { transitions } from './transitions.mjs';

const { table } = await loadSource('domain/dispatch/step.ts');

/** The gates in their order, each with what it is for a reader who has seen nothing else. */
const GATES = {
  permission: 'may this tool be used at all?',
  capability: 'may it do what it declares?',
  before: 'the chain of middleware',
  validate: 'the arguments against the schema',
  'check-in': 'must a person see the evidence?',
  execute: 'credentials, then the tool',
  after: 'the chain backwards, on the result',
};

const steps = transitions();
const run = phases();

/** The transitions out of a stage or phase, by where they lead: `[to, what leads there]`. */
function ways(found, from) {
  const byTarget = new Map();
  for (const { says, to } of found.filter((one) => one.from === from))
    byTarget.set(to, [...(byTarget.get(to) ?? []), says]);
  return [...byTarget].map(([to, says]) => [to, joined(says)]);
}

/** Words that differ in their condition only are said once: `lost (safe)`, `lost (keyed)` is `lost (safe, keyed)`. */
function joined(says) {
  const byWord = new Map();
  for (const one of says) {
    const [, word, condition] = /^(.*?)(?: \((\w+)\))?$/.exec(one);
    byWord.set(word, [...(byWord.get(word) ?? []), ...(condition === undefined ? [] : [condition])]);
  }
  const words = [...byWord].map(([word, when]) => (when.length > 0 ? `${word} (${when.join(', ')})` : word));
  return words.join(', ');
}

/** The picture of the whole table. */
function diagram() {
  const id = (stage) => stage.replace('-', '');
  const names = Object.keys(table).map(
    (stage) => `  state "${stage}${table[stage].effect === 'suspend' ? ' ⏸' : ''}" as ${id(stage)}`,
  );
  const arrows = Object.keys(table).flatMap((from) =>
    ways(steps, from).map(([to, says]) => `  ${id(from)} --> ${id(to)}: ${says}`),
  );
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
      const then = ways(steps, stage).map(([to, says]) => `${says} → ${to}`);
      return `| ${stage} | \`${table[stage].effect}\` | ${then.join(' · ')} |`;
    }),
    '| each of these | | dropped → refused |',
  ].join('\n');
}

/** The phases of a run. */
function phaseDiagram() {
  const froms = [...new Set(run.found.map(({ from }) => from))];
  return [
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> input',
    ...froms.flatMap((from) => ways(run.found, from).map(([to, says]) => `  ${from} --> ${to}: ${says}`)),
    ...run.ends.map((phase) => `  ${phase} --> [*]`),
    '```',
  ].join('\n');
}

/** One call's path in one look: the gates in order, what can stop the call at each, and where it can wait. */
function path() {
  const gates = Object.keys(GATES);
  const open = Object.keys(table).filter((stage) => !['suspend', undefined].includes(table[stage].effect));
  if (open.join() !== gates.join()) throw new Error(`The gates of the table are ${open.join(', ')}.`);
  const lines = gates.map((stage, at) => {
    const next = gates[at + 1] ?? 'settled';
    const targets = ways(steps, stage).map(([to]) => to);
    if (!targets.includes(next)) throw new Error(`${stage} does not lead to ${next}.`);
    const waits = targets.filter((to) => table[to].effect === 'suspend');
    const stops = targets.filter((to) => table[to].effect === undefined && to !== 'settled');
    const parts = [...(waits.length > 0 ? [`⏸ ${waits.join(', ')}`] : []), `✕ ${stops.join(', ')}`];
    return row(at === 0 ? ' ' : '↓', stage, GATES[stage], parts.join('   '));
  });
  return [
    '```text',
    ...lines,
    row('↓', 'ceiling', 'every result passes it, a refusal too', ''),
    row('↓', 'settled', 'the model reads it', ''),
    '',
    '⏸ waits for a person, in any process   ✕ ends, with a result that the model reads',
    '```',
  ].join('\n');
}

function row(arrow, stage, what, parts) {
  return `${arrow} ${stage.padEnd(12)}${what.padEnd(39)}${parts}`.trimEnd();
}

const PARTS = {
  'README.md': { path: path() },
  'docs/lifecycle.md': { diagram: diagram(), rows: rows(), phases: phaseDiagram() },
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
