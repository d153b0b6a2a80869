import { describe, expect, test } from '@jest/globals';
import { reply } from '../../src/adapters/models/reply.js';
import { virtualClock } from '../../src/adapters/clock/virtual.js';
import {
  Agent,
  ask,
  checkInApproved,
  toolSessionKey,
  type ToolContext,
  type ToolSessionScope,
} from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { gate } from './support/gate.js';
import { hear, only } from './support/heard.js';
import { callsThenDone, script } from './support/model.js';
import { paused } from './support/paused.js';

/** A tool that opens something under the key of the scope, and what was closed of it. */
function opening(scope: ToolSessionScope) {
  const closed: string[] = [];
  const contexts: ToolContext[] = [];
  const { tool } = counted('open', (_args, ctx) => {
    contexts.push(ctx);
    const key = toolSessionKey(
      {
        toolCallId: ctx.toolCallId,
        ...(ctx.runId === undefined ? {} : { runId: ctx.runId }),
        ...(ctx.sessionId === undefined ? {} : { sessionId: ctx.sessionId }),
      },
      scope,
    );
    ctx.onTeardown(() => closed.push(`${ctx.runId ?? ''} ${ctx.toolCallId}`), { scope, key: key ?? 'none' });
    return 'opened';
  });
  return { tool, closed, contexts };
}

const CALL = { id: 'c1', name: 'open', args: {} };

describe('what tools hold', () => {
  test('for a call is closed when its execution has settled', async () => {
    verifies('TS-3');
    const { tool, closed } = opening('call');
    const closedAtTurn: number[] = [];
    const provider = script(reply.calls(CALL), () => (closedAtTurn.push(closed.length), reply.text('done')));
    await Agent.create({ provider }).tool(tool).build().run({ message: 'go' });
    expect(closedAtTurn).toEqual([1]);
  });

  test('for a run is closed at its end, and not while it waits', async () => {
    verifies('TS-3');
    const { tool, closed } = opening('run');
    const agent = Agent.create({ provider: callsThenDone(CALL, { id: 'c2', name: 'ask', args: {} }) })
      .tools([tool, counted('ask').tool])
      .toolMiddleware({
        name: 'asks',
        onToolCall: ({ toolName }) => (toolName === 'ask' ? ask('sure?') : { outcome: 'allow' }),
      })
      .build();
    const run = paused(await agent.run({ message: 'go' }));
    expect(closed).toEqual([]);
    await agent.resume(run.checkpoint, checkInApproved({ by: 'bob' }));
    expect(closed).toHaveLength(1);
  });

  test('for a conversation is closed with it, or at shutdown', async () => {
    verifies('TS-3');
    const { tool, closed } = opening('session');
    const provider = script(reply.calls(CALL), reply.text('1'), reply.calls(CALL), reply.text('2'));
    const agent = Agent.create({ provider }).tool(tool).build();
    await agent.run({ message: 'go', sessionId: 's1' });
    await agent.run({ message: 'go', sessionId: 's2' });
    expect(closed).toEqual([]);
    await agent.closeToolSessions({ sessionId: 's1' });
    expect(closed).toHaveLength(1);
    await agent.shutdown();
    expect(closed).toHaveLength(2);
  });

  test('a door without a conversation refuses that scope by name, and does not narrow it', async () => {
    verifies('TS-1', 'TS-3');
    const { tool, contexts } = opening('session');
    const provider = callsThenDone(CALL);
    await Agent.create({ provider }).tool(tool).build().run({ message: 'go' });
    expect(contexts[0]?.teardownScopes).toEqual(['call', 'run']);
    expect(contexts[0]?.sessionId).toBeUndefined();
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({
      isError: true,
      content: expect.stringContaining('session'),
    });
  });

  test('under one call id by two runs whose executions overlap is closed for both', async () => {
    verifies('TS-3');
    const closed: string[] = [];
    const gates = [gate(), gate()];
    const [first, second] = gates as [(typeof gates)[0], (typeof gates)[0]];
    const waiting = [...gates];
    const { tool } = counted('open', async (_args, ctx) => {
      const key = toolSessionKey({ toolCallId: ctx.toolCallId }, 'call') ?? '';
      ctx.onTeardown(() => closed.push(ctx.runId ?? ''), { scope: 'call', key });
      await waiting.shift()?.wait();
    });
    const provider = script(reply.calls(CALL), reply.calls(CALL), reply.text('done'), reply.text('done'));
    const agent = Agent.create({ provider }).tool(tool).build();
    const runs = [agent.run({ message: 'a' }), agent.run({ message: 'b' })];
    await Promise.all([first.reached, second.reached]);
    first.open();
    second.open();
    const ids = (await Promise.all(runs)).map(({ runId }) => runId);
    await agent.shutdown();
    expect(closed.sort()).toEqual(ids.sort());
  });

  test('a cleanup that fails or hangs is reported with the hash of its key, and holds nothing up for long', async () => {
    verifies('TS-3');
    const clock = virtualClock();
    const { tool } = counted('open', (_args, ctx) => {
      ctx.onTeardown(() => new Promise(() => undefined), { scope: 'run', key: 'canary-hangs' });
      ctx.onTeardown(() => Promise.reject(new RangeError('canary')), { scope: 'run', key: 'canary-fails' });
    });
    const agent = Agent.create({ provider: callsThenDone(CALL), clock })
      .tool(tool)
      .build();
    const heard = hear(agent);
    const ran = agent.run({ message: 'go' });
    await clock.advance(5_000);
    expect(await ran).toMatchObject({ content: 'done' });
    const failed = only(heard, 'sallyport.tools.session_close_failed');
    expect(failed).toMatchObject([
      { scope: 'run', errorClass: 'RangeError', keyHash: expect.stringMatching(/^[0-9a-f]{16}$/) },
      { scope: 'run', errorClass: 'CleanupTimeoutError' },
    ]);
    expect(JSON.stringify(heard)).not.toContain('canary');
  });
});
