import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import { realClock } from '../../../src/adapters/clock/real.js';
import { compose, type Composition } from '../../../src/index.js';
import type { EventSink } from '../../../src/ports/event-sink.js';
import type { Journal } from '../../../src/ports/journal.js';
import { verifies } from '../../requirements.js';
import { counted } from '../support/counted.js';
import { callsThenDone, saysDone } from '../support/model.js';
import { codeOf, thrownBy } from '../support/thrown.js';

type Close = () => unknown;

const journalThat = (close: Close): Journal => ({
  ...memoryJournal(),
  close: async () => void (await close()),
});
const sinkThat = (id: string, close: Close): EventSink => ({
  id,
  emit: () => undefined,
  close: async () => void (await close()),
});

/** An app in which journal, two sinks, clock and model were made, in this order. */
async function opened(closers: {
  journal?: Close;
  one?: Close;
  two?: Close;
}): Promise<{ app: Composition; closed: string[] }> {
  const closed: string[] = [];
  const noted =
    (name: string, close: Close = () => undefined) =>
    async (): Promise<void> => {
      closed.push(name);
      await close();
    };
  const app = await compose({
    environment: 'test',
    config: { closeTimeoutMs: 20 },
    rebind: {
      journal: () => journalThat(noted('journal', closers.journal)),
      events: () => [
        sinkThat('one', noted('sink one', closers.one)),
        sinkThat('two', noted('sink two', closers.two)),
      ],
      clock: () => ({ ...realClock(), close: noted('clock') }),
    },
  });
  app.get('journal');
  app.get('events');
  app.get('clock');
  return { app, closed };
}

const ORDER = ['clock', 'sink two', 'sink one', 'journal'];
const fail = (text: string) => (): never => {
  throw new Error(text);
};

describe('close', () => {
  test('closes what was made in reverse, once', async () => {
    verifies('HX-2');
    const { app, closed } = await opened({});
    await Promise.all([app.close(), app.close()]);
    await app.close();
    expect(closed).toEqual(ORDER);
  });

  test('makes nothing only to close it', async () => {
    verifies('HX-2');
    const made: string[] = [];
    const app = await compose({
      environment: 'test',
      rebind: { journal: () => (made.push('journal'), memoryJournal()) },
    });
    await app.close();
    expect(made).toEqual([]);
  });

  test('goes on past what fails, and throws one AggregateError of all of it', async () => {
    verifies('HX-2');
    const { app, closed } = await opened({
      journal: fail('disk'),
      two: () => Promise.reject(new Error('net')),
    });
    const thrown = (await thrownBy(app.close())) as AggregateError;
    expect(closed).toEqual(ORDER);
    expect(thrown).toBeInstanceOf(AggregateError);
    expect(thrown.errors).toEqual([new Error('net'), new Error('disk')]);
    expect(thrown.message).toMatch(/net.*disk/);
  });

  test('gives up on what hangs after its time limit, by name, and closes the rest', async () => {
    verifies('HX-2');
    const { app, closed } = await opened({ two: () => new Promise(() => undefined) });
    const thrown = (await thrownBy(app.close())) as AggregateError;
    expect(closed).toEqual(ORDER);
    expect(thrown.errors).toMatchObject([
      { code: 'ERR_CLOSE_TIMEOUT', message: expect.stringContaining('20 ms') },
    ]);
  });

  test('leaves no adapter that can still be used', async () => {
    verifies('HX-2');
    const app = await compose({ environment: 'test', rebind: { model: () => saysDone() } });
    const agent = app.agent().build();
    await app.close();
    expect(await codeOf(agent.run({ message: 'go' }))).toBe('ERR_JOURNAL_CLOSED');
  });

  test('closes what tools of its agents still hold', async () => {
    verifies('HX-2', 'TS-3');
    const closed: string[] = [];
    const { tool } = counted('open', (_args, ctx) => {
      ctx.onTeardown(() => closed.push('session'), { scope: 'session', key: 'k' });
    });
    const app = await compose({
      environment: 'test',
      rebind: { model: () => callsThenDone({ name: 'open', args: {} }) },
    });
    await app.agent().tool(tool).build().run({ message: 'go', sessionId: 's' });
    await app.close();
    expect(closed).toEqual(['session']);
  });
});

describe('health', () => {
  test('tells how the adapters in use are, and leaves out those that cannot say', async () => {
    verifies('HX-2');
    const app = await compose({
      environment: 'test',
      rebind: {
        journal: () => ({ ...memoryJournal(), health: async () => ({ ok: true, detail: 'empty' }) }),
        clock: () => ({ ...realClock(), health: async () => Promise.reject(new Error('drifts')) }),
      },
    });
    expect(await app.health()).toEqual({});
    app.get('journal');
    app.get('clock');
    app.get('schemas');
    expect(await app.health()).toEqual({
      journal: { ok: true, detail: 'empty' },
      clock: { ok: false, detail: 'drifts' },
    });
    await app.close();
  });
});
