import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidOptionError } from '../../../domain/errors.js';
import { ORDERS_HEADER, writeOrders } from './orders-csv.js';
import { REPORT_TITLE } from './report.js';

/** The files of the demo, and how each begins when it is the demo's. */
const OWN: { readonly [file: string]: string } = {
  'orders.csv': `${ORDERS_HEADER}\n`,
  'report.md': `${REPORT_TITLE}\n`,
};

/**
 * Lays the orders out, and takes the report of an earlier demo away. Returns the rows written.
 *
 * @throws InvalidOptionError when the folder holds a file of somebody else by one of these names; nothing was touched
 */
export async function layOut(folder: string): Promise<number> {
  for (const [file, beginning] of Object.entries(OWN)) {
    const found = await beginningOf(join(folder, file), beginning.length);
    if (found === undefined || found === beginning) continue;
    throw new InvalidOptionError(
      `demo: ${join(folder, file)} is not the demo's own, and is left alone. Give the demo a folder of its own: --dir <folder>.`,
    );
  }
  await rm(join(folder, 'report.md'), { force: true });
  return writeOrders(join(folder, 'orders.csv'));
}

/** The first characters of a file; undefined when there is none. */
async function beginningOf(path: string, length: number): Promise<string | undefined> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}
