import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { reply } from '../../src/adapters/models/reply.js';
import { Agent, ask, pauseHere, PolicyHaltError, type PermissionDecision } from '../../src/index.js';
import type { Awaitable } from '../../src/ports/awaitable.js';
import type { Tool } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { gate } from './support/gate.js';
import { hear, only } from './support/heard.js';
import { assertPaired, script } from './support/model.js';
import { resultsOf, stateOf } from './support/recorded.js';
import { thrownBy } from './support/thrown.js';

const HALT: PermissionDecision = { result: 'halt', reason: 'fraud case 81' };

/** An agent that is halted at `wire`; the other tools are allowed. */
function halting(tools: readonly Tool[], halt: () => Awaitable<PermissionDecision> = () => HALT) {
  const journal = memoryJournal();
  const provider = script(
    reply.calls(...tools.map(({ schema }, i) => ({ id: `c${i}`, name: schema.name, args: {} }))),
  );
  const permissionChecker = {
    name: 'policy',
    check: ({ target }: { target: string }): Awaitable<PermissionDecision> =>
      target === 'wire' ? halt() : { result: 'allow' },
  };
  const builder = Agent.create({ provider, journal, permissionChecker }).tools(tools);
  const stateAfter = async (thrown: unknown) => {
    if (!(thrown instanceof PolicyHaltError)) throw thrown;
    return stateOf(journal, thrown.runId);
  };
  return { builder, provider, stateAfter };
}

describe('a halt', () => {
  test('refuses the call and ends the run, after the result has landed; the model never reads the reason', async () => {
    verifies('PG-3', 'V19');
    const wire = counted('wire');
    const { builder, provider, stateAfter } = halting([wire.tool]);
    const agent = builder.build();
    const heard = hear(agent);
    const thrown = await thrownBy(agent.run({ message: 'go' }));
    expect(thrown).toMatchObject({ code: 'ERR_POLICY_HALT' });
    const state = await stateAfter(thrown);
    expect(resultsOf(state)).toMatchObject([{ toolCallId: 'c0', isError: true }]);
    expect(JSON.stringify(state.messages)).not.toContain('fraud');
    expect(wire.runs).toEqual([]);
    expect(provider.requests).toHaveLength(1);
    expect(only(heard, 'sallyport.run.ended')).toMatchObject([
      { outcome: 'halted', code: 'ERR_POLICY_HALT' },
    ]);
  });

  test('says to the model what the checker wants it told', async () => {
    verifies('PG-3');
    const { builder, stateAfter } = halting([counted('wire').tool], () => ({
      ...HALT,
      tellLLM: 'Talk to Ann.',
    }));
    const thrown = await thrownBy(builder.build().run({ message: 'go' }));
    expect(resultsOf(await stateAfter(thrown))[0]?.content).toBe('Talk to Ann.');
  });

  test('lets a sibling that is executing land, and starts no other', async () => {
    verifies('PG-3', 'V19');
    const [started, halted] = [gate<string>(), gate<PermissionDecision>()];
    const slow = counted('slow', () => started.wait());
    const late = counted('late');
    const { builder, stateAfter } = halting([slow.tool, counted('wire').tool, late.tool], halted.wait);
    const asks = { name: 'asks', onToolCall: ({ toolName }: { toolName: string }) => pick(toolName) };
    const pick = (name: string) => (name === 'late' ? ask('sure?') : ({ outcome: 'allow' } as const));
    const ran = thrownBy(builder.toolMiddleware(asks).build().run({ message: 'go' }));
    await Promise.all([started.reached, halted.reached]);
    halted.open(HALT);
    await new Promise((resolve) => setImmediate(resolve));
    started.open('slow result');
    const state = await stateAfter(await ran);
    assertPaired(state.messages);
    expect(resultsOf(state).map(({ content }) => content)).toEqual([
      'slow result',
      expect.stringContaining('ended by policy'),
      expect.stringContaining('not run'),
    ]);
    expect(late.runs).toEqual([]);
  });

  test('ends the run also when a sibling that was executing then waits for a person', async () => {
    verifies('PG-3');
    const [started, halted] = [gate(), gate<PermissionDecision>()];
    const asking = counted('asking', async () => {
      await started.wait();
      return pauseHere({ question: 'which?' });
    });
    const { builder, stateAfter } = halting([asking.tool, counted('wire').tool], halted.wait);
    const ran = thrownBy(builder.build().run({ message: 'go' }));
    await Promise.all([started.reached, halted.reached]);
    halted.open(HALT);
    await new Promise((resolve) => setImmediate(resolve));
    started.open();
    expect((await stateAfter(await ran)).phase).toBe('halted');
  });
});
