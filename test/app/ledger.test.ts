import { describe, expect, test } from '@jest/globals';
import { Agent, allow, ask, checkInDeclined, deny, type ToolMiddleware } from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { hear, only } from './support/heard.js';
import { callsThenDone } from './support/model.js';
import { paused } from './support/paused.js';

/** Runs one call of `pay {card: 'canary-args'}` through the links. */
async function ledgerOf(...links: readonly ToolMiddleware[]) {
  const { tool } = counted('pay', () => ({ receipt: 'canary-result' }));
  const builder = Agent.create({
    provider: callsThenDone({ id: 'c1', name: 'pay', args: { card: 'canary-args' } }),
  }).tool(tool);
  for (const link of links) builder.toolMiddleware(link);
  const agent = builder.build();
  const heard = hear(agent);
  const outcome = await agent.run({ message: 'go' });
  const rows = await agent.ledger(outcome.runId);
  return { agent, outcome, rows, events: only(heard, 'sallyport.middleware.decided') };
}

const of = { callId: 'c1', tool: 'pay' };
const args = { card: 'canary-args' };
const receipt = { receipt: 'canary-result' };

describe('the ledger of middleware decisions', () => {
  test('files a row for each decision, with the values before and after', async () => {
    verifies('MW-7');
    const { rows } = await ledgerOf(
      { name: 'plain', onToolCall: () => allow() },
      {
        name: 'masks',
        onToolCall: () => allow({ card: '****' }, 'card numbers stay here'),
        onToolResult: () => allow({ receipt: '####' }, 'receipts too'),
      },
    );
    expect(rows).toEqual([
      {
        middleware: 'plain',
        moment: 'before',
        outcome: 'allow',
        changed: false,
        before: args,
        after: args,
        ...of,
      },
      {
        middleware: 'masks',
        moment: 'before',
        outcome: 'allow',
        changed: true,
        why: 'card numbers stay here',
        before: args,
        after: { card: '****' },
        ...of,
      },
      {
        middleware: 'masks',
        moment: 'after',
        outcome: 'allow',
        changed: true,
        why: 'receipts too',
        before: receipt,
        after: { receipt: '####' },
        ...of,
      },
    ]);
  });

  test('a change to null is a change to null', async () => {
    verifies('MW-7');
    const { rows } = await ledgerOf({ name: 'drops', onToolResult: () => allow(null, 'not for models') });
    expect(rows).toMatchObject([{ changed: true, before: receipt, after: null }]);
  });

  test('files denials, asks and failures under their own names', async () => {
    verifies('MW-7');
    const denied = await ledgerOf({ name: 'a', onToolCall: () => deny('no') });
    expect(denied.rows).toMatchObject([{ outcome: 'deny', changed: false, why: 'no' }]);
    const asked = await ledgerOf({ name: 'a', onToolCall: () => ask('sure?') });
    expect(asked.rows).toMatchObject([{ outcome: 'ask', why: 'sure?' }]);
    await asked.agent.resume(paused(asked.outcome).checkpoint, checkInDeclined({ by: 'ann' }));
    expect(await asked.agent.ledger(asked.outcome.runId)).toHaveLength(1);
    const threw = await ledgerOf({
      name: 'a',
      onToolCall: () => {
        throw new Error('down');
      },
    });
    expect(threw.rows).toMatchObject([{ outcome: 'threw', changed: false }]);
  });

  test('one event tells of each decision, without any of the values', async () => {
    verifies('MW-7');
    const { rows, events } = await ledgerOf({
      name: 'masks',
      onToolCall: ({ args }) => allow({ ...Object(args), more: 'canary-new' }, 'adds'),
      onToolResult: ({ result }) => allow({ ...Object(result), more: 'canary-new' }, 'adds'),
    });
    expect(rows).toHaveLength(2);
    expect(events).toMatchObject([
      { middleware: 'masks', moment: 'before', outcome: 'allow', changed: true, why: 'adds', ...of },
      { middleware: 'masks', moment: 'after', outcome: 'allow', changed: true, why: 'adds', ...of },
    ]);
    expect(JSON.stringify(events)).not.toContain('canary');
  });
});
