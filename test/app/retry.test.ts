import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { reply } from '../../src/adapters/models/reply.js';
import { Agent, checkInApproved, TurnFailedError } from '../../src/index.js';
import type { Journal } from '../../src/ports/journal.js';
import type { ModelReply } from '../../src/ports/language-model.js';
import { verifies } from '../requirements.js';
import { processOn, suspended } from './support/asking.js';
import { counted } from './support/counted.js';
import { saysDone, script } from './support/model.js';
import { paused } from './support/paused.js';
import { countUntil, cutAfter, eventsOf, resultsOf, stateOf } from './support/recorded.js';
import { thrownBy } from './support/thrown.js';
import { untyped } from './support/untyped.js';

const A = reply.calls({ id: 'c1', name: 'a', args: { n: 1 } });

describe('a model that fails', () => {
  test('fails the turn by name, with its error as the cause; retry does not run the finished call again', async () => {
    verifies('V06', 'SR-4');
    const { tool, runs } = counted('a');
    const journal = memoryJournal();
    const provider = script(A, new Error('503 overloaded'), reply.text('done'));
    const agent = Agent.create({ provider, journal }).tool(tool).build();
    const thrown = (await thrownBy(agent.run({ message: 'go' }))) as TurnFailedError;
    expect(thrown).toBeInstanceOf(TurnFailedError);
    expect(thrown).toMatchObject({ code: 'ERR_MODEL_FAILED', cause: new Error('503 overloaded') });
    expect(await agent.retry(thrown.runId)).toMatchObject({ paused: false, content: 'done' });
    expect(runs).toHaveLength(1);
    expect(provider.requests[2]?.messages).toEqual(provider.requests[1]?.messages);
    expect(resultsOf(await stateOf(journal, thrown.runId))).toHaveLength(1);
  });

  test('may fail again, and be asked again, by another process', async () => {
    verifies('V06');
    const { tool, runs } = counted('a');
    const journal = memoryJournal();
    const build = (provider = saysDone()) => Agent.create({ provider, journal }).tool(tool).build();
    const thrown = await thrownBy(build(script(A, new Error('one'))).run({ message: 'go' }));
    const { runId } = thrown as TurnFailedError;
    expect(await thrownBy(build(script(new Error('two'))).retry(runId))).toMatchObject({
      code: 'ERR_MODEL_FAILED',
      message: expect.stringContaining('two'),
    });
    expect(await build().retry(runId)).toMatchObject({ content: 'done' });
    expect(runs).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'canary'],
    ['no content', {}],
    ['content that is no text', { content: 7 }],
    ['calls that are no list', { content: 'x', toolCalls: 'canary' }],
    ['a call that is null', { content: 'x', toolCalls: [null] }],
    ['a call whose name is no text', { content: 'x', toolCalls: [{ id: 'c', name: 7, args: {} }] }],
    ['a call whose id is no text', { content: 'x', toolCalls: [{ id: 7, name: 'a', args: {} }] }],
    ['a call without an id', { content: 'x', toolCalls: [{ name: 'a', args: {} }] }],
    ['arguments that are not JSON', { content: 'x', toolCalls: [{ id: 'c', name: 'a', args: () => 1 }] }],
    ['usage that is no number', { content: 'x', usage: { inputTokens: new Map(), outputTokens: 'canary' } }],
  ])('that answers %s fails by name, without the answer, and nothing runs', async (_what, answer) => {
    verifies('V09');
    const { tool, runs } = counted('a');
    const provider = { id: 'odd', generate: async () => untyped<ModelReply>(answer) };
    const agent = Agent.create({ provider, maxIterations: 2 }).tool(tool).build();
    const thrown = await thrownBy(agent.run({ message: 'go' }));
    expect(thrown).toMatchObject({ code: 'ERR_MODEL_FAILED' });
    expect(String(thrown)).not.toContain('canary');
    expect(runs).toEqual([]);
  });
});

describe('retry', () => {
  test('of a run that is finished gives its answer, of one that waits its question, and runs nothing', async () => {
    verifies('SR-1', 'V06');
    const journal = memoryJournal();
    const agent = Agent.create({ provider: saysDone(), journal }).build();
    const { runId } = await agent.run({ message: 'go' });
    expect(await agent.retry(runId)).toMatchObject({ paused: false, content: 'done' });
    const { run, agent: asking, pay } = await suspended();
    expect(paused(await asking.retry(run.runId)).pending).toEqual(run.pending);
    expect(pay.runs).toEqual([]);
  });

  test('takes up a run whose process was killed while the model was thinking', async () => {
    verifies('V13');
    const { tool, runs } = counted('a');
    const whole = memoryJournal();
    const build = (journal: Journal, provider = saysDone()) =>
      Agent.create({ provider, journal }).tool(tool).build();
    const { runId } = await build(whole, script(A, reply.text('done'))).run({ message: 'go' });
    const journal = await cutAfter(whole, runId, await countUntil(whole, runId, 'tool.returned'));
    expect(await build(journal).retry(runId)).toMatchObject({ paused: false, content: 'done' });
    expect(runs).toHaveLength(1);
  });
});

describe('an approval', () => {
  test('is used up by a call that then fails: the failure is on the record, and the approval is not reusable', async () => {
    verifies('V05');
    const journal = memoryJournal();
    const wire = counted(
      'wire',
      () => {
        throw new Error('bank is closed');
      },
      { checkIn: () => ({ reason: 'money' }) },
    );
    const provider = script(reply.calls({ id: 'c1', name: 'wire', args: {} }), reply.text('done'));
    const agent = Agent.create({ provider, journal }).tool(wire.tool).build();
    const run = paused(await agent.run({ message: 'go' }));
    const approve = checkInApproved({ by: 'bob' });
    await agent.resume(run.checkpoint, approve);
    expect(await eventsOf(journal, run.runId)).toContainEqual(
      expect.objectContaining({ type: 'tool.failed', text: expect.stringContaining('bank is closed') }),
    );
    expect(await thrownBy(agent.resume(run.checkpoint, approve))).toMatchObject({
      code: 'ERR_STALE_CHECKPOINT',
    });
    expect(wire.runs).toHaveLength(1);
  });

  test('whose run then fails at the model is not asked for again', async () => {
    verifies('V05', 'V06');
    const { run } = await suspended();
    const other = processOn(memoryJournal(), script(new Error('down'), reply.text('done')));
    const resumed = other.agent.resume(run.checkpoint, checkInApproved({ by: 'bob' }));
    expect(await thrownBy(resumed)).toMatchObject({ code: 'ERR_MODEL_FAILED' });
    expect(await other.agent.retry(run.runId)).toMatchObject({ paused: false });
    expect(other.pay.runs).toHaveLength(1);
  });
});
