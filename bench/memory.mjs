// A process of its own, with `--expose-gc`: how much a finished governed run keeps, in KiB per iteration.
import { memoryJournal } from '../dist/providers.js';
import { governed } from './subjects.mjs';

const ITERATIONS = 1_000;
const RUNS = 20;
const kept = [];

const used = () => {
  for (let i = 0; i < 4; i++) globalThis.gc();
  return process.memoryUsage().heapUsed;
};
const journal = memoryJournal();
const run = governed(ITERATIONS, 1, () => journal);
kept.push(await run());
const before = used();
for (let i = 0; i < RUNS; i++) kept.push(await run());
process.stdout.write(String((used() - before) / 1_024 / ITERATIONS / RUNS));
