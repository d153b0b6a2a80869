import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import { compose, InvalidOptionError, RebindTooLateError } from '../../../src/index.js';
import { verifies } from '../../requirements.js';
import { saysDone } from '../support/model.js';
import { untyped } from '../support/untyped.js';

describe('rebind', () => {
  test('in compose() takes the place of what the environment binds', async () => {
    verifies('HX-2');
    const journal = memoryJournal();
    const app = await compose({ environment: 'test', rebind: { journal: () => journal } });
    expect(app.get('journal')).toBe(journal);
  });

  test('before first use does so too, and the last one wins', async () => {
    verifies('HX-2');
    const [first, second] = [memoryJournal(), memoryJournal()];
    const app = await compose({ environment: 'test', rebind: { model: () => saysDone() } });
    app.rebind('journal', () => first);
    app.rebind('journal', () => second);
    app.rebind('credentials', () => ({ id: 'none', getCredential: async () => Promise.reject(new Error()) }));
    expect(app.get('journal')).toBe(second);
    const { runId } = await app.agent().build().run({ message: 'go' });
    expect((await second.read(runId)).length).toBeGreaterThan(0);
    expect(await first.read(runId)).toEqual([]);
  });

  test('after any adapter was made is refused, naming what is in use', async () => {
    verifies('HX-2');
    const app = await compose({ environment: 'test' });
    app.get('clock');
    const late = (): void => app.rebind('journal', () => memoryJournal());
    expect(late).toThrow(RebindTooLateError);
    expect(late).toThrow(/"journal".*clock/);
    expect(app.get('journal').id).toBe('memory');
  });

  test('of a name that is no binding, or to what is no factory, is refused by name', async () => {
    verifies('HX-2');
    const app = await compose({ environment: 'test' });
    expect(() => app.rebind(untyped<'journal'>('jurnal'), () => memoryJournal())).toThrow(InvalidOptionError);
    expect(() => app.rebind('journal', untyped(memoryJournal()))).toThrow(InvalidOptionError);
  });

  test('get of a name that is no binding is refused by name', async () => {
    verifies('HX-2');
    const app = await compose({ environment: 'test' });
    expect(() => app.get(untyped<'journal'>('jurnal'))).toThrow(InvalidOptionError);
    expect(() => app.get(untyped<'journal'>('jurnal'))).toThrow(/"jurnal"/);
  });

  test('a factory that asks for what nobody has bound is refused by name', async () => {
    verifies('HX-2');
    const app = await compose({
      environment: 'test',
      rebind: { events: (get) => [{ id: get('credentials').id, emit: () => undefined }] },
    });
    expect(() => app.get('events')).toThrow(InvalidOptionError);
    expect(() => app.get('events')).toThrow(/"credentials"/);
  });
});
