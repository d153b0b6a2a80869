import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { Agent, allow, ask, checkInApproved, SallyportError, type Identity } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { processOn, suspended } from './support/asking.js';
import { counted } from './support/counted.js';
import { callsThenDone, saysDone } from './support/model.js';
import { paused, travelled } from './support/paused.js';
import { eventsOf, stateOf } from './support/recorded.js';
import { codeOf } from './support/thrown.js';
import { untyped } from './support/untyped.js';

const approve = checkInApproved({ by: 'bob' });

describe('the identity of a run', () => {
  test.each<[string, Identity]>([
    ['another principal', { principal: 'eve' }],
    ['a tenant more', { principal: 'ann', tenant: 'acme' }],
    ['nobody', {}],
    ['another case', { principal: 'Ann' }],
  ])('is not %s on resume: refused by name, and nothing runs', async (_who, identity) => {
    verifies('SR-8', 'V10');
    const { run, agent, pay } = await suspended();
    const other = processOn(memoryJournal());
    for (const process of [agent, other.agent]) {
      const checkpoint = travelled(run.checkpoint);
      expect(await codeOf(process.resume(checkpoint, approve, { identity }))).toBe('ERR_IDENTITY_MISMATCH');
      expect(await codeOf(agent.retry(run.runId, { identity }))).toBe('ERR_IDENTITY_MISMATCH');
    }
    expect([...pay.runs, ...other.pay.runs]).toEqual([]);
    await agent.resume(run.checkpoint, approve, { identity: { principal: 'ann' } });
    expect(pay.runs).toHaveLength(1);
  });

  test('reaches gate, links and tool, after a resume as before', async () => {
    verifies('SR-8', 'MW-6');
    const seen: unknown[] = [];
    const journal = memoryJournal();
    const build = (provider = callsThenDone({ name: 'pay', args: {} })) =>
      Agent.create({
        provider,
        journal,
        permissionChecker: { name: 'p', check: ({ identity }) => (seen.push(identity), 'allow') },
      })
        .tool(counted('pay', (_args, { identity }) => void seen.push(identity)).tool)
        .toolMiddleware({ name: 'asks', onToolCall: ({ identity }) => (seen.push(identity), ask('sure?')) })
        .build();
    const identity = { tenant: 'acme', principal: 'ann' };
    const run = paused(await build().run({ message: 'go', identity }));
    await build(saysDone()).resume(run.runId, approve);
    expect(seen).toEqual([identity, identity, identity]);
  });

  test('cannot be changed by whoever was handed it', async () => {
    verifies('SR-8', 'T32');
    const identity = { principal: 'ann' };
    const seen: unknown[] = [];
    const provider = callsThenDone({ name: 'a', args: {} }, { name: 'b', args: {} });
    const turnsEve = (given: Identity | undefined): void => {
      try {
        untyped<{ principal: string }>(given).principal = 'eve';
      } catch {
        seen.push('frozen');
      }
    };
    const agent = Agent.create({
      provider,
      permissionChecker: { name: 'p', check: (request) => (seen.push(request.identity?.principal), 'allow') },
    })
      .tools([counted('a').tool, counted('b').tool])
      .toolMiddleware({ name: 'sly', onToolCall: (context) => (turnsEve(context.identity), allow()) })
      .messageMiddleware({ name: 'sly', onInput: (context) => (turnsEve(context.identity), allow()) })
      .build();
    await agent.run({ message: 'go', identity });
    expect(seen.filter((who) => who === 'eve')).toEqual([]);
    expect(identity).toEqual({ principal: 'ann' });
  });

  test('cannot be changed by the caller once the run has begun', async () => {
    verifies('SR-8', 'T32');
    const identity = { principal: 'ann' };
    const journal = memoryJournal();
    const agent = Agent.create({ provider: callsThenDone({ name: 'a', args: {} }), journal })
      .tool(counted('a').tool)
      .toolMiddleware({ name: 'later', onToolCall: () => ((identity.principal = 'eve'), ask('sure?')) })
      .build();
    const { runId } = await agent.run({ message: 'go', identity });
    expect((await stateOf(journal, runId)).identity).toEqual({ principal: 'ann' });
  });

  test('is plain JSON of the known fields: anything else is refused by name before the run begins', async () => {
    verifies('V09', 'SR-8');
    const agent = Agent.create({ provider: saysDone() }).build();
    class Person {
      principal = 'ann';
    }
    const odd: readonly unknown[] = [
      { principal: new Map() },
      { principal: () => 'ann' },
      { principal: 7 },
      { principal: 'ann', groups: new Set(['a']) },
      { principal: Number.NaN },
      new Map([['principal', 'ann']]),
      new Person(),
    ];
    for (const identity of odd) {
      const thrown = await agent.run({ message: 'go', identity: untyped(identity) }).then(
        () => 'accepted',
        (error: unknown) => (SallyportError.is(error) ? error.code : `no code: ${String(error)}`),
      );
      expect(['ERR_NOT_JSON', 'ERR_INVALID_OPTION']).toContain(thrown);
    }
  });

  test('is on the record, and absent facts are absent', async () => {
    verifies('SR-8');
    const journal = memoryJournal();
    const agent = Agent.create({ provider: saysDone(), journal }).build();
    const { runId } = await agent.run({ message: 'go' });
    expect((await eventsOf(journal, runId))[0]).not.toHaveProperty('identity');
  });
});
