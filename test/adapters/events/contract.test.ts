import { describe, expect, test } from '@jest/globals';
import type { SallyportEvent } from '../../../src/domain/events.js';
import { eventSinkContract, type OpenSink } from '../../../src/ports/contracts/event-sink.js';
import { verifies } from '../../requirements.js';
import { brokenLaws } from '../laws.js';

const broken = (open: () => OpenSink): Promise<readonly string[]> =>
  brokenLaws((harness) => eventSinkContract(harness, { open }));

/** A sink that writes later, right but for the change. */
function opened(change: { readonly [part in 'emit' | 'flush' | 'close']?: 'faulty' } = {}): OpenSink {
  const arrived: string[] = [];
  let waiting: SallyportEvent[] = [];
  let works = true;
  const flush = async (): Promise<void> => {
    const written = waiting;
    waiting = [];
    await Promise.resolve();
    if (works) for (const event of written) arrived.push('runId' in event ? (event.runId ?? '') : '');
    else if (change.flush === 'faulty') throw new Error('the destination is gone');
  };
  return {
    arrived: () => arrived,
    breakDestination: () => {
      works = false;
    },
    sink: {
      id: 'late',
      emit: (event) => {
        if (change.emit === 'faulty') JSON.stringify(event);
        waiting.push(event);
      },
      flush,
      close: change.close === 'faulty' ? async () => undefined : flush,
    },
  };
}

function backwards(): OpenSink {
  const { sink, arrived, ...rest } = opened();
  return { ...rest, sink, arrived: async () => [...(await arrived())].reverse() };
}

const FAULTS: readonly (readonly [fault: string, open: () => OpenSink, law: string])[] = [
  ['mixes up the order', backwards, 'in the order'],
  ['throws what is not JSON into a run', () => opened({ emit: 'faulty' }), 'never throws, not even'],
  ['throws when its destination fails', () => opened({ flush: 'faulty' }), 'destination that fails'],
  ['loses what waits when it is closed', () => opened({ close: 'faulty' }), 'close delivers'],
];

describe('event sink contract', () => {
  test('runs under any runner, and a right sink passes', async () => {
    verifies('HX-4');
    expect(await broken(() => opened())).toEqual([]);
  });

  test.each(FAULTS)('catches a sink that %s', async (_fault, open, law) => {
    verifies('HX-4');
    expect(await broken(open)).toContainEqual(expect.stringContaining(law));
  });
});
