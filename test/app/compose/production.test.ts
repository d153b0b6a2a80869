import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import { virtualClock } from '../../../src/adapters/clock/virtual.js';
import { compose, UnfitForProductionError, type Factories } from '../../../src/index.js';
import { verifies } from '../../requirements.js';
import { thrownBy } from '../support/thrown.js';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sallyport-production-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const policy = (): { name: string; check: () => 'allow' } => ({ name: 'policy', check: () => 'allow' });
const production = (rebind: Factories) => compose({ environment: 'production', config: { dataDir }, rebind });

describe('production', () => {
  test('starts on its own adapters and a policy', async () => {
    verifies('HX-3');
    const app = await production({ permissionChecker: policy });
    expect(app.get('journal').durable).toBe(true);
    await app.close();
  });

  test('refuses to start without a permission checker', async () => {
    verifies('HX-3');
    const thrown = await thrownBy(production({}));
    expect(thrown).toBeInstanceOf(UnfitForProductionError);
    expect((thrown as Error).message).toMatch(/permission checker/);
  });

  test('refuses a journal that does not last', async () => {
    verifies('HX-3', 'SR-5');
    const thrown = await thrownBy(production({ permissionChecker: policy, journal: () => memoryJournal() }));
    expect(thrown).toMatchObject({
      code: 'ERR_UNFIT_FOR_PRODUCTION',
      message: expect.stringMatching(/journal/),
    });
  });

  test('lists everything that is wrong at once, by name', async () => {
    verifies('HX-3');
    const thrown = await thrownBy(
      production({
        journal: () => memoryJournal(),
        clock: () => virtualClock(),
        events: () => [
          { id: 'fine', emit: () => undefined },
          Object.assign({ id: 'dev', emit: () => undefined }, { forDevelopment: true }),
        ],
      }),
    );
    const { message } = thrown as Error;
    for (const part of ['permission checker', 'journal', '"clock"', '"events"'])
      expect(message).toContain(part);
    expect(message.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(4);
  });

  test('closes what it had made when it refuses', async () => {
    verifies('HX-3', 'HX-2');
    const closed: string[] = [];
    await thrownBy(
      production({ journal: () => ({ ...memoryJournal(), close: async () => void closed.push('journal') }) }),
    );
    expect(closed).toEqual(['journal']);
  });

  test('says what is wrong also when something then does not close', async () => {
    verifies('HX-3');
    const fails = async (): Promise<never> => Promise.reject(new Error('stuck'));
    const thrown = await thrownBy(production({ journal: () => ({ ...memoryJournal(), close: fails }) }));
    expect(thrown).toBeInstanceOf(UnfitForProductionError);
  });

  test('closes what it had made when an adapter cannot be made', async () => {
    verifies('HX-2', 'HX-3');
    const closed: string[] = [];
    const thrown = await thrownBy(
      production({
        permissionChecker: policy,
        journal: () => ({
          ...memoryJournal(),
          durable: true,
          close: async () => void closed.push('journal'),
        }),
        events: () => {
          throw new Error('no such folder');
        },
      }),
    );
    expect(String(thrown)).toContain('no such folder');
    expect(closed).toEqual(['journal']);
  });
});
