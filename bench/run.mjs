// `npm run bench`: what a governed call costs, in one process and as ratios. A benchmark is no test: it reports, and fails
// only when it cannot measure.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadSource } from '../scripts/load-source.mjs';
import { byTurns, median } from './measure.mjs';
import { peers } from './peers.mjs';
import { importTime } from './start.mjs';
import { bare, governed, plain } from './subjects.mjs';

const CALLS = 100;
const { capResult } = await loadSource('domain/result/cap.ts');
const rows = [];
const print = (text) => process.stdout.write(`${text}\n`);
const row = (figure, measured, target, ok) => {
  rows.push(ok);
  print(
    `${figure.padEnd(58)} ${measured.padStart(12)}   ${target}${ok === undefined ? '' : ok ? '  ok' : '  OVER'}`,
  );
};
const us = (value) => `${value.toFixed(2)} µs`;
const times = (value) => `${value.toFixed(1)} ×`;

const others = await peers();
if (others.missing !== undefined) print(`Without peers: ${others.missing}\n`);
const { aiSdk, openaiAgents } = others;

print(`Cost of one call, in runs of ${CALLS} calls`);
const perCall = await byTurns({
  bare: bare(CALLS),
  plain: plain(CALLS),
  governed: governed(CALLS),
  ...(aiSdk ? { aiSdk: aiSdk(CALLS), openaiAgents: openaiAgents(CALLS) } : {}),
});
const name = {
  bare: 'a bare awaited loop',
  plain: 'sallyport, no gate',
  governed: 'sallyport, fully governed',
  aiSdk: 'AI SDK, no gate',
  openaiAgents: 'OpenAI Agents SDK, no gate',
};
for (const [subject, total] of Object.entries(perCall)) {
  const ratio = total / perCall.bare;
  const target = subject === 'governed' ? 'at most 25 ×' : '';
  row(
    `  ${name[subject]}`,
    us(total / CALLS),
    `${times(ratio)} bare  ${target}`,
    subject === 'governed' ? ratio <= 25 : undefined,
  );
}

print('\nCost of an iteration at 1,000 iterations, over that at 10');
const grow = async (subject, label, target) => {
  const { short, long } = await byTurns(
    { short: subject(10), long: subject(1_000) },
    { rounds: 5, roundMs: 100 },
  );
  const ratio = long / 1_000 / (short / 10);
  row(
    `  ${label}`,
    times(ratio),
    target === undefined ? '' : `at most ${target} ×`,
    target === undefined ? undefined : ratio <= target,
  );
};
await grow(governed, 'sallyport, fully governed', 1.5);
if (aiSdk) await grow(aiSdk, 'AI SDK');
if (openaiAgents) await grow(openaiAgents, 'OpenAI Agents SDK');

print('\nCost with 10,000 registered tools, over that with ten');
const widen = async (subject, label, target) => {
  const { few, many } = await byTurns(
    { few: subject(50, 10), many: subject(50, 10_000) },
    { rounds: 5, roundMs: 100 },
  );
  row(
    `  ${label}`,
    times(many / few),
    target === undefined ? '' : `at most ${target} ×`,
    target === undefined ? undefined : many / few <= target,
  );
};
await widen(governed, 'sallyport, fully governed', 1.3);
if (aiSdk) await widen(aiSdk, 'AI SDK');

print('\nElsewhere');
const memory = spawnSync(
  process.execPath,
  ['--expose-gc', fileURLToPath(new URL('memory.mjs', import.meta.url))],
  { encoding: 'utf8' },
);
const kib = Number(memory.stdout);
if (!Number.isFinite(kib) || memory.status !== 0)
  throw new Error(`The memory of a run could not be measured: ${memory.stderr}`);
row('  memory kept by a finished run, per iteration', `${kib.toFixed(2)} KiB`, 'at most 2 KiB', kib <= 2);

const big = 'order,1001,north,"oak table"\n'.repeat(360_000);
const caps = Array.from({ length: 200 }, () => {
  const began = performance.now();
  capResult('orders_export', big, 20_000);
  return (performance.now() - began) * 1_000;
});
row(
  `  capping a ${(big.length / 1e6).toFixed(1)} MB string at 20,000 characters`,
  us(median(caps)),
  'at most 50 µs',
  median(caps) <= 50,
);

const entry = importTime();
row(
  '  importing the root entry, over an empty process',
  `${entry.toFixed(1)} ms`,
  'at most 30 ms',
  entry <= 30,
);

const over = rows.filter((ok) => ok === false).length;
print(`\n${over === 0 ? 'Every target is met.' : `${over} of the targets are missed.`}`);
