import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

const ROWS = 40_000;
const REGIONS = ['north', 'south', 'east', 'west'] as const;
const PRODUCTS = ['oak table', 'pine shelf', 'desk lamp', 'wool rug', 'floor vase', 'wall clock'] as const;
const ROWS_PER_WRITE = 1_000;

/** The columns of the file. */
export const ORDERS_HEADER = 'id,date,customer,region,product,quantity,unit_price';

/** Writes the demo's orders: 40,000 rows, about 2 MB, the same on every machine. Returns the rows written. */
export async function writeOrders(path: string): Promise<number> {
  const file = createWriteStream(path);
  file.write(`${ORDERS_HEADER}\n`);
  const draw = sequence(20_240_229);
  for (let first = 0; first < ROWS; first += ROWS_PER_WRITE) {
    const rows = Array.from({ length: ROWS_PER_WRITE }, (_, i) => row(first + i, draw));
    if (!file.write(rows.join(''))) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return ROWS;
}

function row(index: number, draw: (below: number) => number): string {
  const month = String(1 + draw(12)).padStart(2, '0');
  const day = String(1 + draw(28)).padStart(2, '0');
  const customer = `customer-${String(draw(5_000)).padStart(5, '0')}`;
  const price = `${5 + draw(495)}.${String(draw(100)).padStart(2, '0')}`;
  const parts = [
    100_001 + index,
    `2024-${month}-${day}`,
    customer,
    pick(REGIONS, draw),
    pick(PRODUCTS, draw),
    1 + draw(20),
  ];
  return `${parts.join(',')},${price}\n`;
}

function pick<T>(from: readonly T[], draw: (below: number) => number): T {
  return from[draw(from.length)] as T;
}

/** A linear congruential sequence (modulus 2^32): the same seed gives the same numbers everywhere. */
function sequence(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
