import { describe, expect, test } from '@jest/globals';
import { Agent, type PermissionResult } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { hear, only } from './support/heard.js';
import { callsThenDone } from './support/model.js';

/** Runs one call of a tool that declares the capabilities, and tells which were checked. */
async function checkedFor(
  capabilities: readonly string[],
  governed: readonly string[],
  denied: readonly string[] = [],
): Promise<{ checked: string[]; runs: number; events: string[] }> {
  const checked: string[] = [];
  const { tool, runs } = counted('fetch', undefined, { capabilities });
  const agent = Agent.create({
    provider: callsThenDone({ name: 'fetch', args: {} }),
    permissionChecker: {
      name: 'policy',
      governs: (capability) => governed.includes(capability),
      check: ({ capability }): PermissionResult => {
        checked.push(capability);
        return denied.includes(capability) ? 'deny' : 'allow';
      },
    },
  })
    .tool(tool)
    .build();
  const heard = hear(agent);
  await agent.run({ message: 'go' });
  const events = only(heard, 'sallyport.permission.check').map(({ capability }) => capability);
  return { checked, runs: runs.length, events };
}

describe('the capabilities a tool declares', () => {
  test('are checked after the call itself, in order, where the checker governs them', async () => {
    verifies('PG-5', 'PG-7');
    const { checked, runs, events } = await checkedFor(['net', 'fs', 'mail'], ['mail', 'net']);
    expect(checked).toEqual(['tool_call', 'net', 'mail']);
    expect(events).toEqual(checked);
    expect(runs).toBe(1);
  });

  test('a denial of one ends the call before the next is asked', async () => {
    verifies('PG-5', 'PG-2');
    const { checked, runs } = await checkedFor(['net', 'fs'], ['net', 'fs'], ['net']);
    expect(checked).toEqual(['tool_call', 'net']);
    expect(runs).toBe(0);
  });

  test('one that is declared twice is checked once', async () => {
    verifies('PG-5');
    const { checked } = await checkedFor(['net', 'net'], ['net']);
    expect(checked).toEqual(['tool_call', 'net']);
  });
});
