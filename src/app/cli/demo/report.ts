import { ORDERS_HEADER } from './orders-csv.js';

/** The first line of every report. */
export const REPORT_TITLE = '# Orders';

/** The report that the demo's model writes from the rows it was able to read. */
export function reportOf(csv: string): string {
  const rows = csv
    .split('\n')
    .filter((line) => line !== '' && line !== ORDERS_HEADER)
    .map((line) => line.split(','));
  const totals = new Map<string, number>();
  for (const [, , , region = '', , quantity = '0', price = '0'] of rows) {
    totals.set(region, (totals.get(region) ?? 0) + Number(quantity) * Number(price));
  }
  const lines = [...totals]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([region, sum]) => `| ${region} | ${sum.toFixed(2)} |`);
  return [
    REPORT_TITLE,
    '',
    `Revenue by region, from the first ${rows.length} orders.`,
    '',
    '| region | revenue |',
    '|---|---|',
    ...lines,
    '',
  ].join('\n');
}
