import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import {
  Agent,
  allow,
  checkInApproved,
  isTruncatedToolResult,
  type ToolMiddleware,
} from '../../src/index.js';
import { bearer } from '../../src/security.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { callsThenDone } from './support/model.js';
import { paused } from './support/paused.js';
import { eventsOf, resultsOf, stateOf } from './support/recorded.js';

const SCHEMA = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } as const;

describe('the order of one call', () => {
  test('permission, capabilities, chain, validation, check-in, credentials, execute, chain backwards, ceiling', async () => {
    verifies('MW-5');
    const order: string[] = [];
    const note = <T>(what: string, answer: T): T => (order.push(what), answer);
    const link = (name: string): ToolMiddleware => ({
      name,
      onToolCall: () => note(`before ${name}`, allow()),
      onToolResult: ({ result }) => note(`after ${name} sees ${String(result).length}`, allow()),
    });
    const { tool } = counted('send', () => note('execute', 'x'.repeat(900)), {
      inputSchema: SCHEMA,
      capabilities: ['net'],
      needs: { service: 'mail' },
      checkIn: () => note('check-in', { reason: 'goes outside' }),
    });
    const journal = memoryJournal();
    const agent = Agent.create({
      provider: callsThenDone({ id: 'c1', name: 'send', args: { to: 'ann' } }),
      journal,
      maxToolResultChars: 200,
      permissionChecker: {
        name: 'policy',
        governs: () => true,
        check: ({ capability }) => note(capability, 'allow'),
      },
      credentials: {
        id: 'tokens',
        getCredential: async () => note('credential', { status: 'issued', credential: bearer('t') }),
      },
    })
      .tool(tool)
      .toolMiddleware(link('a'))
      .toolMiddleware(link('b'))
      .build();

    const { runId, checkpoint } = paused(await agent.run({ message: 'go' }));
    expect(order).toEqual(['tool_call', 'net', 'before a', 'before b', 'check-in']);
    await agent.resume(checkpoint, checkInApproved({ by: 'ann' }));
    expect(order.slice(5)).toEqual(['credential', 'execute', 'after b sees 900', 'after a sees 900']);

    const types = (await eventsOf(journal, runId)).map((event) => event.type);
    expect(types).toEqual([
      'run.started',
      'model.replied',
      'permission.decided',
      'permission.decided',
      'before.decided',
      'before.decided',
      'args.validated',
      'checkin.evaluated',
      'checkin.answered',
      'tool.returned',
      'after.decided',
      'after.decided',
      'model.replied',
    ]);
    const [result] = resultsOf(await stateOf(journal, runId));
    expect(isTruncatedToolResult(result?.content)).toBe(true);
  });

  test('validation judges what the chain made of the arguments, and nothing after it runs when they do not fit', async () => {
    verifies('MW-5');
    const later: string[] = [];
    const { tool, runs } = counted('send', undefined, {
      inputSchema: SCHEMA,
      checkIn: () => void later.push('check-in'),
    });
    const journal = memoryJournal();
    const agent = Agent.create({
      provider: callsThenDone({ name: 'send', args: { to: 'ann' } }),
      journal,
    })
      .tool(tool)
      .toolMiddleware({ name: 'breaks', onToolCall: () => allow({ to: 7 }, 'to a number') })
      .build();
    const { runId } = await agent.run({ message: 'go' });
    expect(resultsOf(await stateOf(journal, runId))).toMatchObject([
      { isError: true, content: expect.stringContaining('/to') },
    ]);
    expect([later, runs]).toEqual([[], []]);
  });

  test('a step is in the journal before the next is taken', async () => {
    verifies('MW-5');
    const inner = memoryJournal();
    const heldAtExecute: string[][] = [];
    const { tool } = counted('send', async (_args, { runId }) => {
      heldAtExecute.push((await eventsOf(inner, runId ?? '')).map((event) => event.type));
      return 'ok';
    });
    const agent = Agent.create({ provider: callsThenDone({ name: 'send', args: {} }), journal: inner })
      .tool(tool)
      .toolMiddleware({ name: 'a', onToolCall: () => allow() })
      .build();
    await agent.run({ message: 'go' });
    expect(heldAtExecute).toEqual([['run.started', 'model.replied', 'before.decided', 'args.validated']]);
  });
});
