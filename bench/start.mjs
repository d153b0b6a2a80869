// How long importing the root entry takes, over a process that imports nothing.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './measure.mjs';

const ENTRY = new URL('../dist/index.js', import.meta.url).href;
const cwd = fileURLToPath(new URL('.', import.meta.url));

/** The median in milliseconds, by turns with the empty process. */
export function importTime(spawns = 21) {
  const times = { entry: [], empty: [] };
  const scripts = { entry: `await import(${JSON.stringify(ENTRY)})`, empty: '0' };
  for (let i = 0; i < spawns; i++) {
    for (const [name, script] of Object.entries(scripts)) {
      const began = performance.now();
      spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd });
      times[name].push(performance.now() - began);
    }
  }
  return median(times.entry.map((time, i) => time - times.empty[i]));
}
