import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import { reply } from '../../src/adapters/models/reply.js';
import type { ScriptedModel } from '../../src/adapters/models/scripted.js';
import {
  Agent,
  allow,
  ask,
  checkInApproved,
  isPaused,
  type GovernedAgent,
  type RunOutcome,
} from '../../src/index.js';
import type { Journal } from '../../src/ports/journal.js';
import { verifies } from '../requirements.js';
import { counted, type CountedTool } from './support/counted.js';
import { script } from './support/model.js';
import { cutAfter, resultsOf, stateOf } from './support/recorded.js';

/** The model as a function of what it is told, so that any process can go on with it. */
function model(): ScriptedModel {
  const turn = ({ messages }: { messages: readonly unknown[] }) =>
    messages.length === 1
      ? reply.calls(
          { id: 'read', name: 'read', args: {} },
          { id: 'pay', name: 'pay', args: { amount: 5 } },
          { id: 'mail', name: 'mail', args: {} },
        )
      : reply.text('done');
  return script(turn, turn, turn, turn);
}

/** One process: `read` may run again, `pay` is asked about and may not, `mail` is told its key. */
function processOn(journal: Journal): {
  agent: GovernedAgent;
  tools: readonly CountedTool[];
  keys: unknown[];
} {
  const keys: unknown[] = [];
  const tools = [
    counted('read', () => 'rows', { replay: 'safe' }),
    counted('pay', () => 'paid'),
    counted('mail', (_args, ctx) => (keys.push(ctx.idempotencyKey), 'sent'), { replay: 'keyed' }),
  ];
  const agent = Agent.create({ provider: model(), journal })
    .tools(tools.map(({ tool }) => tool))
    .toolMiddleware({
      name: 'asks',
      onToolCall: ({ toolName }) => (toolName === 'pay' ? ask('pay?') : allow()),
      onToolResult: () => allow(),
    })
    .build();
  return { agent, tools, keys };
}

/** Goes on until the run is finished, approving what is asked; a doubt is recorded and let run again. */
async function finish(agent: GovernedAgent, from: Promise<RunOutcome>, doubts: string[]): Promise<void> {
  let outcome = await from;
  while (isPaused(outcome)) {
    const [first] = outcome.pending;
    if (first?.kind === 'doubt') doubts.push(first.callId);
    outcome = await agent.resume(outcome.checkpoint, checkInApproved({ by: 'bob' }), {
      callId: first?.callId ?? '',
    });
  }
}

describe('a process killed after any entry of its journal', () => {
  test('leaves a run that another finishes: every call once, but for those whose start was recorded', async () => {
    verifies('SR-4', 'V06', 'V13', 'V19');
    const whole = memoryJournal();
    const first = processOn(whole);
    const { runId } = await first.agent.run({ message: 'go' });
    await finish(first.agent, first.agent.retry(runId), []);
    const entries = await whole.read(runId);
    expect(entries.length).toBeGreaterThan(12);

    for (let cut = 1; cut <= entries.length; cut++) {
      const journal = await cutAfter(whole, runId, cut);
      const started = (await stateOf(journal, runId)).calls.filter(({ stage }) => stage === 'execute');
      const second = processOn(journal);
      const doubts: string[] = [];
      await finish(second.agent, second.agent.retry(runId), doubts);

      const state = await stateOf(journal, runId);
      expect([cut, state.phase]).toEqual([cut, 'finished']);
      expect(resultsOf(state).map(({ content }) => content)).toEqual(['rows', 'paid', 'sent']);
      const recorded = entries
        .slice(0, cut)
        .flatMap(({ event }) => (event.type === 'tool.returned' ? [event.callId] : []));
      for (const [i, id] of ['read', 'pay', 'mail'].entries())
        expect([cut, id, second.tools[i]?.runs.length]).toEqual([cut, id, recorded.includes(id) ? 0 : 1]);
      expect([cut, doubts]).toEqual([cut, started.filter(({ id }) => id === 'pay').map(({ id }) => id)]);
      for (const key of second.keys) expect(key).toBe(`${runId}:mail`);
    }
  });
});
