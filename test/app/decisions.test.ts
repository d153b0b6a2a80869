import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import {
  Agent,
  allow,
  askHuman,
  checkInApproved,
  checkInDeclined,
  isAskPause,
  isCheckInPause,
  pauseHere,
} from '../../src/index.js';
import { verifies } from '../requirements.js';
import { processOn, suspended } from './support/asking.js';
import { counted } from './support/counted.js';
import { callsThenDone, saysDone } from './support/model.js';
import { paused, travelled } from './support/paused.js';
import { resultsOf, stateOf } from './support/recorded.js';
import { codeOf } from './support/thrown.js';
import { untyped } from './support/untyped.js';

const NO_DECISIONS: readonly unknown[] = [
  undefined,
  null,
  true,
  'approved',
  'yes',
  {},
  [],
  { approved: true },
  { decision: 'approved' },
  { decision: 'approved', by: '' },
  { decision: 'approved', by: 7 },
  { decision: 'APPROVED', by: 'bob' },
  { decision: ['approved'], by: 'bob' },
  { decision: 'approved', by: 'bob', note: 7 },
];

describe('the answer to an ask', () => {
  test.each(NO_DECISIONS.map((answer) => [JSON.stringify(answer) ?? 'undefined', answer]))(
    '%s is no decision: nothing runs, and the checkpoint stays good',
    async (_name, answer) => {
      verifies('SR-3');
      const { run, agent, pay, journal } = await suspended();
      const before = JSON.stringify([run.checkpoint, await journal.read(run.runId)]);
      expect(await codeOf(agent.resume(run.checkpoint, answer))).toBe('ERR_DECISION_REQUIRED');
      expect(JSON.stringify([run.checkpoint, await journal.read(run.runId)])).toBe(before);
      expect(pay.runs).toEqual([]);
      await agent.resume(run.checkpoint, checkInApproved({ by: 'bob' }));
      expect(pay.runs).toHaveLength(1);
    },
  );

  test('a slip in a process that has not seen the run leaves the checkpoint good there', async () => {
    verifies('SR-3', 'SR-5');
    const { run } = await suspended();
    const checkpoint = travelled(run.checkpoint);
    const other = processOn(memoryJournal());
    expect(await codeOf(other.agent.resume(checkpoint, 'yes'))).toBe('ERR_DECISION_REQUIRED');
    await other.agent.resume(checkpoint, checkInApproved({ by: 'bob' }));
    expect(other.pay.runs).toHaveLength(1);
  });

  test('so does a call id that does not wait', async () => {
    verifies('V04', 'SR-5');
    const { run } = await suspended();
    const checkpoint = travelled(run.checkpoint);
    const other = processOn(memoryJournal());
    const approve = checkInApproved({ by: 'bob' });
    expect(await codeOf(other.agent.resume(checkpoint, approve, { callId: 'c9' }))).toBe('ERR_NOT_PENDING');
    await other.agent.resume(checkpoint, approve, { callId: 'c1' });
    expect(other.pay.runs).toHaveLength(1);
  });

  test('with a mistyped option is refused by name, and the checkpoint stays good', async () => {
    verifies('AG-1', 'SR-3');
    const { run, agent, pay } = await suspended();
    const approve = checkInApproved({ by: 'bob' });
    for (const options of [
      { callID: 'c1' },
      { callId: 7 },
      { callId: '' },
      { identity: 'ann' },
      { signal: 1 },
    ])
      expect(await codeOf(agent.resume(run.checkpoint, approve, untyped(options)))).toBe(
        'ERR_INVALID_OPTION',
      );
    expect(await codeOf(agent.retry(run.runId, untyped({ callId: 'c1' })))).toBe('ERR_INVALID_OPTION');
    await agent.resume(run.checkpoint, approve);
    expect(pay.runs).toHaveLength(1);
  });

  test('a decision says who made it', () => {
    verifies('SR-3');
    expect(() => checkInApproved(untyped({}))).toThrow(/"by"/);
    expect(() => checkInDeclined({ by: '' })).toThrow(/"by"/);
    expect(checkInApproved({ by: 'bob' })).toEqual({ decision: 'approved', by: 'bob' });
    expect(checkInDeclined({ by: 'bob', note: 'no' })).toEqual({
      decision: 'declined',
      by: 'bob',
      note: 'no',
    });
  });
});

describe("a tool's own check-in", () => {
  /** `wipe` demands approval by a predicate that says yes once and no ever after. */
  function wiping() {
    let demands = 0;
    const wipe = counted('wipe', () => 'wiped', {
      checkIn: (args) =>
        ++demands === 1 ? { reason: 'cannot be undone', evidence: { of: args } } : undefined,
    });
    return { wipe, demands: () => demands };
  }

  test('is put before a person with its evidence, evaluated once, and runs on approval', async () => {
    verifies('SR-2', 'SR-3', 'V08');
    const { wipe, demands } = wiping();
    const journal = memoryJournal();
    const build = (provider = callsThenDone({ id: 'c1', name: 'wipe', args: { path: '/' } })) =>
      Agent.create({ provider, journal }).tool(wipe.tool).build();
    const run = paused(await build().run({ message: 'go' }));
    expect(run.pending).toMatchObject([
      { kind: 'check-in', question: 'cannot be undone', detail: { of: { path: '/' } }, args: { path: '/' } },
    ]);
    expect([isCheckInPause(run), isAskPause(run)]).toEqual([true, false]);
    expect(await codeOf(build(saysDone()).resume(run.runId, 'ok'))).toBe('ERR_DECISION_REQUIRED');
    expect(wipe.runs).toEqual([]);
    await build(saysDone()).resume(run.runId, checkInApproved({ by: 'bob' }));
    expect(wipe.runs).toEqual([{ path: '/' }]);
    expect(demands()).toBe(1);
  });

  test('declined runs nothing', async () => {
    verifies('SR-3', 'V18');
    const { wipe } = wiping();
    const journal = memoryJournal();
    const provider = callsThenDone({ name: 'wipe', args: {} });
    const agent = Agent.create({ provider, journal }).tool(wipe.tool).build();
    const run = paused(await agent.run({ message: 'go' }));
    await agent.resume(run.checkpoint, checkInDeclined({ by: 'bob' }));
    expect(wipe.runs).toEqual([]);
    expect(resultsOf(await stateOf(journal, run.runId))).toMatchObject([{ isError: true }]);
  });

  test('one that fails to decide, or demands nonsense, lets nothing run', async () => {
    verifies('SR-2');
    const odd: readonly (() => unknown)[] = [
      () => {
        throw new Error('down');
      },
      () => Promise.reject(new Error('down')),
      () => true,
      () => ({ reason: 7 }),
      () => ({ reason: 'x', evidence: new Map() }),
    ];
    for (const checkIn of odd) {
      const wipe = counted('wipe', undefined, { checkIn: () => untyped(checkIn()) });
      const agent = Agent.create({ provider: callsThenDone({ name: 'wipe', args: {} }) })
        .tool(wipe.tool)
        .build();
      expect((await agent.run({ message: 'go' })).paused).toBe(false);
      expect(wipe.runs).toEqual([]);
    }
  });
});

describe('pauseHere', () => {
  async function pausedTool(leave: () => never) {
    const journal = memoryJournal();
    const after: string[] = [];
    const { tool, runs } = counted('lookup', async () => {
      leave();
      after.push('went on');
    });
    const build = (provider = callsThenDone({ id: 'c1', name: 'lookup', args: {} })) =>
      Agent.create({ provider, journal }).tool(tool).build();
    const run = paused(await build().run({ message: 'go' }));
    return { run, runs, after, journal, agent: build(saysDone()) };
  }

  test.each([['Ann'], [''], [0], [false], [null], [{ deep: [1] }]])(
    'takes %j as the result of the tool, which is not entered again',
    async (answer) => {
      verifies('SR-2', 'SR-3', 'V07');
      const { run, runs, after, journal, agent } = await pausedTool(() =>
        pauseHere({ pick: ['Ann', 'Bob'] }),
      );
      expect(run.pending).toMatchObject([{ kind: 'answer', detail: { pick: ['Ann', 'Bob'] } }]);
      expect((await agent.resume(travelled(run.checkpoint), answer)).paused).toBe(false);
      expect(resultsOf(await stateOf(journal, run.runId))).toMatchObject([
        { content: answer, isError: false },
      ]);
      expect([runs.length, after]).toEqual([1, []]);
    },
  );

  test('gives an answer that the chain sees on its way to the model', async () => {
    verifies('MW-2', 'SR-2');
    const journal = memoryJournal();
    const provider = callsThenDone({ name: 'lookup', args: {} });
    const agent = Agent.create({ provider, journal })
      .tool(counted('lookup', () => askHuman('which card?')).tool)
      .toolMiddleware({
        name: 'masks',
        onToolResult: ({ result }) => allow(String(result).slice(-4), 'four digits are enough'),
      })
      .build();
    const run = paused(await agent.run({ message: 'go' }));
    await agent.resume(run.checkpoint, '4000 1234 5678 9010');
    expect(resultsOf(await stateOf(journal, run.runId))).toMatchObject([{ content: '9010' }]);
  });

  test('needs an answer, and one that is JSON', async () => {
    verifies('SR-3', 'V09');
    const { run, agent, journal } = await pausedTool(() => askHuman('which one?'));
    expect(run.pending).toMatchObject([{ kind: 'answer', detail: { question: 'which one?' } }]);
    expect(await codeOf(agent.resume(run.checkpoint))).toBe('ERR_PAUSE_ANSWER_REQUIRED');
    expect(await codeOf(agent.resume(run.checkpoint, new Map()))).toBe('ERR_NOT_JSON');
    expect(await codeOf(agent.resume(run.checkpoint, Number.NaN))).toBe('ERR_NOT_JSON');
    await agent.resume(run.checkpoint, 'that one');
    expect(resultsOf(await stateOf(journal, run.runId))).toMatchObject([{ content: 'that one' }]);
  });
});
