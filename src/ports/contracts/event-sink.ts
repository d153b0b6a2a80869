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
  describe('event sink contract', () => {
    test('events arrive in the order in which they were emitted', async () => {
      const { sink, arrived } = await subject.open();
      const ids = Array.from({ length: 200 }, (_, i) => `run-${i}`);
      for (const id of ids) sink.emit(started(id));
      await sink.flush?.();
      assert.deepEqual(await arrived(), ids);
      await sink.close?.();
    });

    test('flush waits for what was emitted while it was waiting to begin', async () => {
      const { sink, arrived } = await subject.open();
      sink.emit(started('run-a'));
      await Promise.resolve();
      sink.emit(started('run-b'));
      await sink.flush?.();
      assert.deepEqual(await arrived(), ['run-a', 'run-b']);
      await sink.close?.();
    });

    test('a destination that fails never throws into a run', async () => {
      const { sink, breakDestination } = await subject.open();
      await breakDestination?.();
      sink.emit(started('run-lost'));
      await sink.flush?.();
      await sink.close?.();
    });
  });
}

function started(runId: string): SallyportEvent {
  return { type: 'sallyport.run.started', at: 1, runId, agent: 'contract' };
}
