import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { reply } from '../../src/adapters/models/reply.js';
import {
  checkInApproved,
  checkInDeclined,
  isAskPause,
  isCheckInPause,
  isConsentPause,
} from '../../src/index.js';
import { verifies } from '../requirements.js';
import { processOn, suspended } from './support/asking.js';
import { script } from './support/model.js';
import { paused, travelled } from './support/paused.js';
import { eventsOf, resultsOf, stateOf } from './support/recorded.js';

describe('a middleware that asks', () => {
  test('suspends the run with exactly what would run, and nothing has run', async () => {
    verifies('MW-3', 'SR-1', 'SR-2');
    const { run, pay, model } = await suspended();
    expect(run).toMatchObject({ paused: true, runId: expect.any(String) });
    expect(run.pending).toEqual([
      {
        callId: 'c1',
        kind: 'ask',
        tool: 'pay',
        args: { amount: 5, currency: 'EUR' },
        question: 'pay 5?',
        link: 'asks',
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect([isAskPause(run), isCheckInPause(run), isConsentPause(run)]).toEqual([true, false, false]);
    expect(pay.runs).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  test('approved in another process: the real tool runs once, with exactly the transformed arguments', async () => {
    verifies('MW-3', 'SR-1', 'V12');
    const { run, pay } = await suspended();
    const other = processOn(memoryJournal());
    const outcome = await other.agent.resume(travelled(run.checkpoint), checkInApproved({ by: 'bob' }));
    expect(outcome).toMatchObject({ paused: false, content: 'done', runId: run.runId });
    expect(other.pay.runs).toEqual([{ amount: 5, currency: 'EUR' }]);
    expect(pay.runs).toEqual([]);
    expect(other.model.requests[0]?.messages.at(-1)).toMatchObject({ content: 'paid 5', isError: false });
    expect((other.model.requests[0]?.messages[1] as { toolCalls: unknown }).toolCalls).toEqual([
      { id: 'c1', name: 'pay', args: { amount: 5 } },
    ]);
  });

  test('approved by run id over the same journal', async () => {
    verifies('SR-1', 'V12');
    const journal = memoryJournal();
    const { run } = await suspended(journal);
    const other = processOn(journal);
    expect(await other.agent.pending(run.runId)).toEqual(run.pending);
    await other.agent.resume(run.runId, checkInApproved({ by: 'bob' }));
    expect(other.pay.runs).toEqual([{ amount: 5, currency: 'EUR' }]);
  });

  test('declined: nothing runs, and the model reads a denial with the note', async () => {
    verifies('MW-3', 'V18', 'SR-3');
    const { run } = await suspended();
    const other = processOn();
    const outcome = await other.agent.resume(
      travelled(run.checkpoint),
      checkInDeclined({ by: 'bob', note: 'over budget' }),
    );
    expect(outcome.paused).toBe(false);
    expect(other.pay.runs).toEqual([]);
    const [result] = resultsOf(await stateOf(other.journal, run.runId));
    expect(result).toMatchObject({ isError: true, content: expect.stringContaining('over budget') });
    expect(String(result?.content)).toMatch(/^\[declined by a person/);
  });

  test('who decided is on the record', async () => {
    verifies('SR-3');
    const { run, agent, journal } = await suspended();
    await agent.resume(run.checkpoint, checkInApproved({ by: 'bob', note: 'fine' }));
    expect(await eventsOf(journal, run.runId)).toContainEqual({
      type: 'ask.answered',
      callId: 'c1',
      approved: true,
      by: 'bob',
      note: 'fine',
    });
  });

  test('an approval does not stick: the next call asks again, and its history is whole', async () => {
    verifies('V17', 'V20');
    const call = (id: string, amount: number) => reply.calls({ id, name: 'pay', args: { amount } });
    const { agent, pay, journal } = processOn(
      memoryJournal(),
      script(call('c1', 5), call('c2', 5), call('c3', 5), reply.text('done')),
    );
    const first = paused(await agent.run({ message: 'go' }));
    const second = paused(await agent.resume(first.checkpoint, checkInApproved({ by: 'bob' })));
    expect(second.pending).toMatchObject([{ callId: 'c2' }]);
    expect(pay.runs).toHaveLength(1);
    const third = paused(await agent.resume(second.checkpoint, checkInDeclined({ by: 'bob' })));
    expect(pay.runs).toHaveLength(1);
    await agent.resume(third.checkpoint, checkInApproved({ by: 'bob' }));
    expect(pay.runs).toHaveLength(2);
    expect(resultsOf(await stateOf(journal, first.runId)).map(({ isError }) => isError)).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('a call id that the model uses again after a resume is told apart', async () => {
    verifies('V19', 'V20');
    const call = reply.calls({ id: 'same', name: 'pay', args: { amount: 5 } });
    const { run } = await suspended(memoryJournal(), { id: 'same', args: { amount: 5 } });
    const other = processOn(memoryJournal(), script(call, reply.text('done')));
    const again = paused(await other.agent.resume(travelled(run.checkpoint), checkInApproved({ by: 'bob' })));
    expect(again.pending[0]?.callId).not.toBe('same');
    await other.agent.resume(again.checkpoint, checkInApproved({ by: 'bob' }));
    expect(other.pay.runs).toHaveLength(2);
  });
});
