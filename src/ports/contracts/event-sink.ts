import assert from 'node:assert/strict';
import type { SallyportEvent } from '../../domain/events.js';
import type { EventSink } from '../event-sink.js';
import type { Harness } from './harness.js';

/** An event sink under test, and what arrived where it delivers to. */
export interface EventSinkSubject {
  open(): Promise<OpenSink> | OpenSink;
}

/** A sink with its destination. */
export interface OpenSink {
  readonly sink: EventSink;
  /** The run ids that have arrived, in order. */
  arrived(): Promise<readonly string[]> | readonly string[];
  /** Makes the destination fail from now on, where it can. */
  breakDestination?(): Promise<void> | void;
}

/** The laws of the {@link EventSink} port, as tests. */
export function eventSinkContract({ describe, test }: Harness, subject: EventSinkSubject): void {
  const withSink = (body: (open: OpenSink) => Promise<void>) => async (): Promise<void> => {
    const open = await subject.open();
    try {
      await body(open);
    } finally {
      await open.sink.close?.();
    }
  };

  describe('event sink contract', () => {
    test(
      'events arrive in the order in which they were emitted',
      withSink(async ({ sink, arrived }) => {
        const ids = Array.from({ length: 200 }, (_, i) => `run-${i}`);
        for (const id of ids) sink.emit(started(id));
        await sink.flush?.();
        assert.deepEqual(await arrived(), ids);
      }),
    );

    test(
      'flush waits for what was emitted while it was waiting to begin, and may be asked for again',
      withSink(async ({ sink, arrived }) => {
        sink.emit(started('run-a'));
        await Promise.resolve();
        sink.emit(started('run-b'));
        await sink.flush?.();
        assert.deepEqual(await arrived(), ['run-a', 'run-b']);
        await sink.flush?.();
        sink.emit(started('run-c'));
        await Promise.all([sink.flush?.(), sink.flush?.()]);
        assert.deepEqual(await arrived(), ['run-a', 'run-b', 'run-c']);
      }),
    );

    test('close delivers what was emitted before it, and may be repeated', async () => {
      const { sink, arrived } = await subject.open();
      sink.emit(started('run-a'));
      await sink.close?.();
      await sink.close?.();
      assert.deepEqual(await arrived(), ['run-a']);
    });

    test(
      'emit answers nothing, and never throws, not even for an event that is not JSON',
      withSink(async ({ sink, arrived }) => {
        const circular: { self?: unknown } = {};
        circular.self = circular;
        assert.equal(sink.emit(started('run-a')), undefined);
        const unfit: SallyportEvent = Object.assign(started('run-b'), { extra: circular });
        sink.emit(unfit);
        await sink.flush?.();
        assert.equal((await arrived())[0], 'run-a');
      }),
    );

    test(
      'a destination that fails never throws into a run, nor into a flush',
      withSink(async ({ sink, breakDestination }) => {
        await breakDestination?.();
        for (const id of ['run-a', 'run-b']) {
          sink.emit(started(id));
          await sink.flush?.();
        }
      }),
    );
  });
}

function started(runId: string): SallyportEvent {
  return { type: 'sallyport.run.started', at: 1, runId, agent: 'contract' };
}
