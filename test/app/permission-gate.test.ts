import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { reply } from '../../src/adapters/models/reply.js';
import { Agent, type PermissionDecision, type PermissionResult } from '../../src/index.js';
import type { PermissionChecker, PermissionRequest } from '../../src/ports/permission-checker.js';
import { PermissionPolicy } from '../../src/security.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { hear, only } from './support/heard.js';
import { callsThenDone, script } from './support/model.js';
import { eventsOf, resultsOf, stateOf } from './support/recorded.js';
import { untyped } from './support/untyped.js';

type Answer = PermissionDecision | PermissionResult;

function checker(answer: (request: PermissionRequest) => Answer): PermissionChecker {
  return { name: 'policy', check: answer };
}

/** Runs one call of `wipe` past the checker, and tells what came of it. */
async function judged(answer: (request: PermissionRequest) => Answer) {
  const { tool, runs } = counted('wipe');
  const journal = memoryJournal();
  const provider = callsThenDone({ id: 'c1', name: 'wipe', args: { path: '/' } });
  const agent = Agent.create({ provider, journal, permissionChecker: checker(answer) })
    .tool(tool)
    .build();
  const heard = hear(agent);
  const { runId } = await agent.run({ message: 'go', identity: { principal: 'ann' } });
  const [result] = resultsOf(await stateOf(journal, runId));
  return { runs, result, heard, turns: provider.requests.length, events: await eventsOf(journal, runId) };
}

describe('the permission gate', () => {
  test('is asked about the call as it is, and allow lets it run', async () => {
    verifies('PG-1');
    const asked: PermissionRequest[] = [];
    const { runs } = await judged((request) => (asked.push(request), 'allow'));
    expect(runs).toEqual([{ path: '/' }]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      capability: 'tool_call',
      target: 'wipe',
      toolCallId: 'c1',
      args: { path: '/' },
      iteration: 1,
      identity: { principal: 'ann' },
    });
  });

  test('gate_open allows, and the gate is on the record', async () => {
    verifies('PG-1');
    const { runs, events, heard } = await judged(() => ({ result: 'gate_open', gateId: 'beta-7' }));
    expect(runs).toHaveLength(1);
    expect(events).toContainEqual({
      type: 'permission.decided',
      callId: 'c1',
      result: 'gate_open',
      gateId: 'beta-7',
    });
    expect(only(heard, 'sallyport.permission.check')[0]).toMatchObject({ gateId: 'beta-7' });
  });

  test('has no ask: an answer of that name is no permission', async () => {
    verifies('PG-1', 'PG-4');
    for (const answer of ['ask', { result: 'ask' }, undefined, null, 'ALLOW', true, { result: ['allow'] }]) {
      const { runs, result } = await judged(() => untyped(answer));
      expect(runs).toEqual([]);
      expect(result).toMatchObject({ isError: true });
    }
  });

  test('deny is final for the call: the model reads the refusal, and the loop goes on', async () => {
    verifies('PG-2');
    const { runs, result, turns } = await judged(() => ({ result: 'deny', rationale: 'not on Sundays' }));
    expect(runs).toEqual([]);
    expect(result).toMatchObject({ content: '[permission denied: not on Sundays]', isError: true });
    expect(turns).toBe(2);
  });

  test('what the checker has to say to the model stands in place of the rationale', async () => {
    verifies('PG-2');
    const said = await judged(() => ({ result: 'deny', rationale: 'rule 17', tellLLM: 'Use the archive.' }));
    expect(said.result?.content).toBe('Use the archive.');
    const bare = await judged(() => 'deny');
    expect(bare.result?.content).toMatch(/^\[permission denied: .+\]$/);
  });

  test('reasons that are no text reach neither the model nor the record', async () => {
    verifies('V09', 'PG-2');
    for (const odd of [new Map([['k', 1]]), () => 'no', { why: 'object' }, 7]) {
      const { result, events } = await judged(() =>
        untyped({ result: 'deny', tellLLM: odd, rationale: odd, gateId: odd }),
      );
      expect(result).toMatchObject({ content: expect.stringMatching(/^\[permission denied/), isError: true });
      expect(events.filter((event) => Object.values(event).includes(odd as never))).toEqual([]);
    }
  });

  test('a checker that throws denies for good, and only the operator reads why', async () => {
    verifies('PG-4', 'PG-7');
    for (const fail of [
      () => {
        throw new Error('db at 10.1.1.1 is down');
      },
      () => untyped<Answer>(Promise.reject(new Error('db at 10.1.1.1 is down'))),
    ]) {
      const { runs, result, heard, events } = await judged(fail);
      expect(runs).toEqual([]);
      expect(result?.content).toMatch(/cannot be retried/);
      expect(JSON.stringify([result, events])).not.toContain('10.1.1.1');
      expect(only(heard, 'sallyport.permission.check')).toMatchObject([
        { result: 'threw', error: 'db at 10.1.1.1 is down' },
      ]);
    }
  });

  test('every check is an event, with who decided what', async () => {
    verifies('PG-7');
    const { heard } = await judged(() => ({ result: 'deny', rationale: 'no' }));
    expect(only(heard, 'sallyport.permission.check')).toEqual([
      expect.objectContaining({
        checker: 'policy',
        capability: 'tool_call',
        tool: 'wipe',
        callId: 'c1',
        iteration: 1,
        result: 'deny',
        rationale: 'no',
      }),
    ]);
  });

  test('a policy made from roles governs the loop', async () => {
    verifies('PG-6');
    const [read, wipe] = [counted('read'), counted('wipe')];
    const provider = script(
      reply.calls({ name: 'read', args: {} }, { name: 'wipe', args: {} }),
      reply.text('done'),
    );
    const permissionChecker = PermissionPolicy.fromRoles({ reader: ['read'] }, 'reader');
    const agent = Agent.create({ provider, permissionChecker }).tools([read.tool, wipe.tool]).build();
    await agent.run({ message: 'go' });
    expect([read.runs.length, wipe.runs.length]).toEqual([1, 0]);
  });
});
