import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import {
  checkInApproved,
  compose,
  InvalidOptionError,
  type Composition,
  type EnvironmentName,
} from '../../../src/index.js';
import type { PermissionChecker } from '../../../src/ports/permission-checker.js';
import { verifies } from '../../requirements.js';
import { counted } from '../support/counted.js';
import { callsThenDone, saysDone } from '../support/model.js';
import { paused } from '../support/paused.js';
import { thrownBy } from '../support/thrown.js';
import { untyped } from '../support/untyped.js';

let folder: string;
let apps: Composition[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sallyport-compose-'));
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const allows: PermissionChecker = { name: 'policy', check: () => 'allow' };

async function start(environment: EnvironmentName, model = saysDone()): Promise<Composition> {
  const app = await compose({
    environment,
    config: { dataDir: join(folder, 'data') },
    rebind: { model: () => model, permissionChecker: () => allows },
  });
  apps.push(app);
  return app;
}

describe('compose', () => {
  test.each<[EnvironmentName]>([['development'], ['test'], ['production']])(
    'starts %s, in which an agent runs',
    async (environment) => {
      verifies('HX-2');
      const { tool, runs } = counted('a');
      const app = await start(environment, callsThenDone({ name: 'a', args: {} }));
      expect(await app.agent().tool(tool).build().run({ message: 'go' })).toMatchObject({ content: 'done' });
      expect(runs).toHaveLength(1);
    },
  );

  test('picks the adapters by environment', async () => {
    verifies('HX-2');
    const durable: Record<string, boolean> = {};
    for (const name of ['development', 'test', 'production'] as const)
      durable[name] = (await start(name)).get('journal').durable;
    expect(durable).toEqual({ development: true, test: false, production: true });
  });

  test('test touches no disk, and its clock stands still', async () => {
    verifies('HX-2');
    const app = await start('test');
    const clock = app.get('clock');
    const began = clock.now();
    await app.agent().build().run({ message: 'go' });
    expect(clock.now()).toBe(began);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test.each<[EnvironmentName]>([['development'], ['production']])(
    '%s keeps runs in the data folder: another process finds and resumes them',
    async (environment) => {
      verifies('HX-2', 'SR-1', 'V12');
      const wipe = counted('wipe', undefined, { checkIn: () => ({ reason: 'gone for good' }) });
      const first = await start(environment, callsThenDone({ name: 'wipe', args: {} }));
      const run = paused(await first.agent().tool(wipe.tool).build().run({ message: 'go' }));
      await first.close();
      const second = await start(environment);
      const agent = second.agent().tool(wipe.tool).build();
      expect(await agent.pending(run.runId)).toEqual(run.pending);
      await agent.resume(run.runId, checkInApproved({ by: 'bob' }));
      expect(wipe.runs).toHaveLength(1);
    },
  );

  test('makes each adapter once, when it is first asked for, and hands others to its factory', async () => {
    verifies('HX-2');
    const made: string[] = [];
    const app = await compose({
      environment: 'test',
      rebind: {
        journal: () => (made.push('journal'), memoryJournal()),
        events: (get) => (made.push(`events on ${get('journal').id}`), []),
        model: () => saysDone(),
      },
    });
    apps.push(app);
    expect(made).toEqual([]);
    expect(app.get('events')).toBe(app.get('events'));
    app.get('journal');
    expect(made).toEqual(['journal', 'events on memory']);
  });

  test("an agent's own options come before the environment's, and undefined is not one of them", async () => {
    verifies('HX-2', 'PG-2');
    const { tool, runs } = counted('a');
    const denies: PermissionChecker = { name: 'denies', check: () => 'deny' };
    const run = async (options: object): Promise<void> => {
      const app = await compose({
        environment: 'test',
        rebind: { permissionChecker: () => denies, model: () => callsThenDone({ name: 'a', args: {} }) },
      });
      apps.push(app);
      await app.agent(options).tool(tool).build().run({ message: 'go' });
    };
    await run({});
    expect(runs).toHaveLength(0);
    await run({ permissionChecker: allows });
    expect(runs).toHaveLength(1);
    await run({ permissionChecker: undefined });
    expect(runs).toHaveLength(1);
  });

  test('without a model an agent is refused by name, and says how to bind one', async () => {
    verifies('HX-2');
    const app = await compose({ environment: 'test' });
    apps.push(app);
    expect(() => app.agent()).toThrow(InvalidOptionError);
    expect(() => app.agent()).toThrow(/"model"/);
    expect(app.agent({ provider: saysDone() })).toBeDefined();
  });

  test.each<[string, unknown, RegExp]>([
    ['no options', undefined, /compose/],
    ['no environment', {}, /"environment"/],
    ['an unknown environment', { environment: 'staging' }, /'development', 'test', 'production'/],
    ['an unknown key', { environment: 'test', rebnd: {} }, /"rebnd"/],
    ['an unknown setting', { environment: 'test', config: { dataDri: 'x' } }, /"dataDri"/],
    ['a time limit of 0', { environment: 'test', config: { closeTimeoutMs: 0 } }, /"closeTimeoutMs"/],
    ['an unknown binding', { environment: 'test', rebind: { jurnal: () => memoryJournal() } }, /"jurnal"/],
    ['an inherited name', { environment: 'test', rebind: { toString: () => 1 } }, /"toString"/],
    ['an adapter for a factory', { environment: 'test', rebind: { journal: memoryJournal() } }, /"journal"/],
  ])('with %s is refused by name', async (_what, options, named) => {
    verifies('HX-2');
    const thrown = await thrownBy(compose(untyped(options)));
    expect(thrown).toBeInstanceOf(InvalidOptionError);
    expect((thrown as Error).message).toMatch(named);
  });
});
