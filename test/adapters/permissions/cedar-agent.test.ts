import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import { cedarPolicy } from '../../../src/adapters/permissions/cedar-policy.js';
import type { Json } from '../../../src/domain/json.js';
import { Agent, PolicyHaltError, type SallyportEvent } from '../../../src/index.js';
import type { Message } from '../../../src/domain/message.js';
import { counted, type CountedTool } from '../../app/support/counted.js';
import { hear, only } from '../../app/support/heard.js';
import { callsThenDone } from '../../app/support/model.js';
import { resultsOf, stateOf } from '../../app/support/recorded.js';
import { thrownBy } from '../../app/support/thrown.js';
import { verifies } from '../../requirements.js';

const POLICIES = `
  permit(principal == User::"ann", action in [Action::"read", Action::"post"], resource);
  permit(principal, action == Capability::Action::"net", resource) when { context.args.host == "in.example" };
  @id("ceiling") @effect("halt") @reason("fraud case 81")
  forbid(principal, action == Action::"post", resource) when { context.args.amount > 100 };`;

interface Ran {
  readonly tools: readonly CountedTool[];
  readonly results: readonly Extract<Message, { role: 'tool' }>[];
  readonly heard: readonly SallyportEvent[];
  readonly thrown: unknown;
}

/** An agent under the policies runs these calls of one turn for ann. */
async function run(
  ...calls: readonly { readonly name: string; readonly args: Record<string, Json> }[]
): Promise<Ran> {
  const tools = [
    counted('read', () => 'text', { capabilities: ['net', 'ungoverned'] }),
    counted('post'),
    counted('wipe'),
  ];
  const journal = memoryJournal();
  const provider = callsThenDone(...calls.map((call, i) => ({ id: `c${i}`, ...call })));
  const permissionChecker = await cedarPolicy({ policies: POLICIES });
  const agent = Agent.create({ provider, journal, permissionChecker })
    .tools(tools.map(({ tool }) => tool))
    .build();
  const heard = hear(agent);
  const asked = agent.run({ message: 'go', identity: { principal: 'ann' } });
  const thrown = await thrownBy(asked).catch(() => undefined);
  const runId = only(heard, 'sallyport.run.started')[0]?.runId ?? '';
  return { tools, results: resultsOf(await stateOf(journal, runId)), heard, thrown };
}

describe('an agent under Cedar policies', () => {
  test('runs what is permitted, each governed capability checked once; a denial is read and the loop goes on', async () => {
    verifies('PG-2', 'PG-5', 'PG-7', 'V19');
    const { tools, results, heard, thrown } = await run(
      { name: 'read', args: { host: 'in.example' } },
      { name: 'read', args: { host: 'out.example' } },
      { name: 'wipe', args: {} },
    );
    expect(thrown).toBeUndefined();
    expect(tools.map(({ runs }) => runs.length)).toEqual([1, 0, 0]);
    expect(results.map(({ content }) => content)).toEqual([
      'text',
      '[permission denied: no policy permits "read"]',
      '[permission denied: no policy permits "wipe"]',
    ]);
    const checks = only(heard, 'sallyport.permission.check');
    expect(checks.map(({ tool, capability, result }) => `${tool} ${capability} ${result}`).sort()).toEqual([
      'read net allow',
      'read net deny',
      'read tool_call allow',
      'read tool_call allow',
      'wipe tool_call deny',
    ]);
  });

  test('is ended by a halt, whose reason no model reads', async () => {
    verifies('PG-3');
    const { tools, results, heard, thrown } = await run({ name: 'post', args: { amount: 101 } });
    expect(thrown).toBeInstanceOf(PolicyHaltError);
    expect(tools[1]?.runs).toEqual([]);
    expect(JSON.stringify(results)).not.toContain('fraud');
    expect(only(heard, 'sallyport.permission.check')).toMatchObject([
      { checker: 'cedar', result: 'halt', rationale: 'the policy "ceiling" forbids it: fraud case 81' },
    ]);
  });

  test('is not led past a ceiling by arguments that the policy cannot read', async () => {
    const { tools, results } = await run(
      { name: 'post', args: {} },
      { name: 'post', args: { amount: 100.5 } },
      { name: 'post', args: { amount: 0.1 + 0.2 } },
      { name: 'post', args: { amount: 100 } },
    );
    expect(tools[1]?.runs).toEqual([{ amount: 100 }]);
    expect(results.map(({ isError }) => isError ?? false)).toEqual([true, true, true, false]);
    expect(results[2]?.content).toContain('args.amount is a number that four decimal places cannot hold');
  });
});
