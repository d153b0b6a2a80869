import { describe, expect, test } from '@jest/globals';
import { UnexpectedEventError } from '../../../src/domain/errors.js';
import type { RunEvent } from '../../../src/domain/run/event.js';
import { fold } from '../../../src/domain/run/fold.js';
import { ledger } from '../../../src/domain/run/ledger.js';
import { verifies } from '../../requirements.js';
import { call, replied, returned, run, started } from './runs.js';

const story: readonly RunEvent[] = [
  replied(call('a', { before: 2, after: 1 })),
  {
    type: 'before.decided',
    callId: 'a',
    link: 'round',
    outcome: 'allow',
    value: { id: 'b' },
    why: 'rounded',
  },
  { type: 'before.decided', callId: 'a', link: 'watch', outcome: 'allow' },
  returned('a', 'long'),
  { type: 'after.decided', callId: 'a', link: 'sum', outcome: 'allow', value: 'short', why: 'summed up' },
];

describe('the fold of a recording', () => {
  test('is the live state, also of a run that was adopted from a checkpoint', () => {
    verifies('SR-1');
    const live = run(started(), ...story);
    expect(fold([started(), ...story])).toEqual(live);
    const half = run(started(), ...story.slice(0, 2));
    expect(fold([{ type: 'run.adopted', state: half }, ...story.slice(2)])).toEqual(live);
  });

  test('of nothing is nothing, and of what is not one run’s events is refused', () => {
    verifies('SR-1');
    expect(fold([])).toBeUndefined();
    expect(() => fold(story)).toThrow(UnexpectedEventError);
    expect(() => fold([started(), ...story, ...story.slice(1)])).toThrow(UnexpectedEventError);
  });
});

describe('the ledger of a recording', () => {
  test('has a row for each decision, with the values before and after', () => {
    verifies('MW-7');
    const of = { callId: 'a', tool: 'pay' };
    expect(ledger([started(), ...story])).toEqual([
      {
        middleware: 'round',
        moment: 'before',
        outcome: 'allow',
        changed: true,
        why: 'rounded',
        ...of,
        before: { id: 'a' },
        after: { id: 'b' },
      },
      {
        middleware: 'watch',
        moment: 'before',
        outcome: 'allow',
        changed: false,
        ...of,
        before: { id: 'b' },
        after: { id: 'b' },
      },
      {
        middleware: 'sum',
        moment: 'after',
        outcome: 'allow',
        changed: true,
        why: 'summed up',
        ...of,
        before: 'long',
        after: 'short',
      },
    ]);
  });

  test('has the messages’ decisions too', () => {
    verifies('MW-7', 'MW-8');
    const first = started({ inputLinks: 1, outputLinks: 1 });
    const decide = { type: 'message.decided', link: 'm', outcome: 'allow' } as const;
    const rows = ledger([first, { ...decide, value: 'hi', why: 'shorter' }, replied(), decide]);
    expect(rows).toEqual([
      {
        middleware: 'm',
        moment: 'input',
        outcome: 'allow',
        changed: true,
        why: 'shorter',
        before: 'hello',
        after: 'hi',
      },
      { middleware: 'm', moment: 'output', outcome: 'allow', changed: false, before: 'text', after: 'text' },
    ]);
  });
});
