// `npm run bench:journal`, after `npm run build`: appends per second to the durable journals, one event an append, each
// acknowledged before the next: SQLite with synchronous=FULL, and PostgreSQL where SALLYPORT_POSTGRES names a server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresJournal, sqliteJournal } from '../dist/providers.js';

const MS = 3_000;
const EVENT = { type: 'tool.returned', callId: 'call_1', value: { rows: 'order,1001,north\n'.repeat(20) } };
const print = (text) => process.stdout.write(`${text}\n`);

/** Appends for a while to `writers` runs at once, one append after the other in each. */
async function measure(name, journal, writers) {
  let appends = 0;
  const id = `bench ${process.pid} ${Date.now()}`;
  await journal.append(id, 0, [{ at: Date.now(), event: EVENT }]);
  const began = performance.now();
  const write = async (run) => {
    for (let after = 0; performance.now() - began < MS; after++) {
      await journal.append(run, after, [{ at: Date.now(), event: EVENT }]);
      appends++;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, i) => write(`${id} ${i}`)));
  const perSecond = (appends * 1_000) / (performance.now() - began);
  print(
    `${name.padEnd(24)} ${String(writers).padStart(2)} runs at once  ${perSecond.toFixed(0).padStart(7)} appends/s`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
const sqlite = sqliteJournal({ path: join(folder, 'journal.db') });
try {
  await measure('sqlite, FULL', sqlite, 1);
} finally {
  await sqlite.close();
  rmSync(folder, { recursive: true });
}

const connectionString = process.env.SALLYPORT_POSTGRES;
if (connectionString === undefined) print('postgres: left out, since SALLYPORT_POSTGRES names no server');
else {
  const postgres = postgresJournal({ connectionString, table: 'sallyport_bench' });
  try {
    await measure('postgres', postgres, 1);
    await measure('postgres', postgres, 10);
  } finally {
    await postgres.close();
  }
}
