// Timing by turns: each subject runs a little, then the next, round after round, so that a noisy machine is noisy for all.

/** The median of some numbers. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** The value that so many per cent of the numbers are not above. */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}

/**
 * The median time of one run of each subject, in microseconds.
 *
 * @param subjects functions by name
 * @param roundMs how long each subject runs in a round
 */
export async function byTurns(subjects, { rounds = 9, roundMs = 60 } = {}) {
  const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (const run of Object.values(subjects)) await forAbout(roundMs * 3, run);
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(subjects)) times[name].push(await forAbout(roundMs, run));
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

async function forAbout(ms, run) {
  const began = performance.now();
  let runs = 0;
  do {
    await run();
    runs++;
  } while (performance.now() - began < ms);
  return ((performance.now() - began) * 1_000) / runs;
}
