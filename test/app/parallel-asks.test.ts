import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { reply } from '../../src/adapters/models/reply.js';
import { Agent, checkInApproved, checkInDeclined } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { ASKS, processOn, suspended } from './support/asking.js';
import { counted } from './support/counted.js';
import { gate } from './support/gate.js';
import { hear, only } from './support/heard.js';
import { script } from './support/model.js';
import { paused, travelled } from './support/paused.js';
import { resultsOf, stateOf } from './support/recorded.js';
import { codeOf, thrownBy } from './support/thrown.js';

const approve = checkInApproved({ by: 'bob' });
const A = { id: 'a', args: { amount: 1 } };
const B = { id: 'b', args: { amount: 2 } };
const FREE = { id: 'f', args: { free: true } };

describe('parallel calls of which some ask', () => {
  test('the free sibling has run once, before the resume and after it', async () => {
    verifies('V01', 'SR-4');
    const { run, pay, journal } = await suspended(memoryJournal(), FREE, B);
    expect(pay.runs).toEqual([{ free: true }]);
    expect(run.pending.map(({ callId }) => callId)).toEqual(['b']);
    expect((await stateOf(journal, run.runId)).calls[0]?.result).toMatchObject({ isError: false });
    const other = processOn(memoryJournal());
    await other.agent.resume(travelled(run.checkpoint), approve);
    expect(other.pay.runs).toEqual([{ amount: 2, currency: 'EUR' }]);
    expect(resultsOf(await stateOf(other.journal, run.runId)).map(({ content }) => content)).toEqual([
      'paid undefined',
      'paid 2',
    ]);
  });

  test('answered one by one, each in a process of its own, in any order', async () => {
    verifies('V02', 'SR-4');
    const { run } = await suspended(memoryJournal(), A, FREE, B);
    expect(run.pending.map(({ callId }) => callId)).toEqual(['a', 'b']);
    const second = processOn(memoryJournal());
    const half = paused(await second.agent.resume(travelled(run.checkpoint), approve, { callId: 'b' }));
    expect(half.pending.map(({ callId }) => callId)).toEqual(['a']);
    expect(second.pay.runs).toEqual([{ amount: 2, currency: 'EUR' }]);
    const third = processOn(memoryJournal());
    const outcome = await third.agent.resume(travelled(half.checkpoint), approve);
    expect(outcome).toMatchObject({ paused: false, content: 'done' });
    expect(third.pay.runs).toEqual([{ amount: 1, currency: 'EUR' }]);
    expect(resultsOf(await stateOf(third.journal, run.runId)).map(({ content }) => content)).toEqual([
      'paid 1',
      'paid undefined',
      'paid 2',
    ]);
  });

  test('a run that still waits after an answer says so', async () => {
    verifies('SR-4');
    for (const answer of [approve, checkInDeclined({ by: 'bob' })]) {
      const { run, agent } = await suspended(memoryJournal(), A, B);
      const heard = hear(agent);
      await agent.resume(run.checkpoint, answer, { callId: 'a' });
      expect(only(heard, 'sallyport.run.suspended')).toMatchObject([{ pending: [{ callId: 'b' }] }]);
    }
  });

  test('with two waiting, an answer without a call id is refused and lists them', async () => {
    verifies('SR-1');
    const { run, agent, pay } = await suspended(memoryJournal(), A, B);
    const thrown = await thrownBy(agent.resume(run.checkpoint, approve));
    expect(thrown).toMatchObject({ code: 'ERR_NOT_PENDING', message: expect.stringMatching(/a, b/) });
    expect(pay.runs).toEqual([]);
  });

  test('a decision for an unknown, a finished or an already answered call is refused by name', async () => {
    verifies('V04', 'V15');
    const { run, agent, pay } = await suspended(memoryJournal(), FREE, A, B);
    for (const callId of ['nobody', 'f'])
      expect(await codeOf(agent.resume(run.checkpoint, approve, { callId }))).toBe('ERR_NOT_PENDING');
    const half = paused(await agent.resume(run.checkpoint, approve, { callId: 'a' }));
    expect(await codeOf(agent.resume(half.checkpoint, approve, { callId: 'a' }))).toBe('ERR_NOT_PENDING');
    expect(await codeOf(agent.resume(run.runId, approve, { callId: 'a' }))).toBe('ERR_NOT_PENDING');
    expect(pay.runs).toHaveLength(2);
  });

  test('a second decision that comes while the first call still runs costs that call nothing', async () => {
    verifies('SR-4', 'V02');
    const slow = gate<string>();
    const [fast, wait] = [counted('fast', () => 'fast result'), counted('wait', () => slow.wait())];
    const journal = memoryJournal();
    const provider = script(
      reply.calls({ id: 'a', name: 'wait', args: {} }, { id: 'b', name: 'fast', args: {} }),
      reply.text('done'),
    );
    const agent = Agent.create({ provider, journal })
      .tools([fast.tool, wait.tool])
      .toolMiddleware(ASKS)
      .build();
    const { runId } = paused(await agent.run({ message: 'go' }));
    const first = agent.resume(runId, approve, { callId: 'a' });
    await slow.reached;
    const second = agent.resume(runId, approve, { callId: 'b' });
    const refused = second.catch(() => undefined);
    slow.open('slow result');
    await Promise.allSettled([first, refused]);
    const { calls } = await stateOf(journal, runId);
    expect(calls[0]).toMatchObject({ stage: 'settled', result: { content: 'slow result' } });
    expect(wait.runs).toHaveLength(1);
  });
});
