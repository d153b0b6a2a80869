import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import {
  Agent,
  allow,
  ask,
  checkInApproved,
  isPaused,
  isTruncatedToolResult,
  pauseHere,
  type RunOutcome,
  type Tool,
  type ToolMiddleware,
} from '../../src/index.js';
import { staticTokens } from '../../src/security.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { hear, only } from './support/heard.js';
import { callsThenDone } from './support/model.js';
import { resultsOf, stateOf } from './support/recorded.js';

const CAP = 200;
/** Told apart from the head of the marker: only the whole result ends so. */
const END = 'THE-VERY-END';
const BIG = `${'x'.repeat(5_000)}${END}`;

/** Runs one call of the tool under the ceiling, answering whatever waits, and tells what was read and heard. */
async function read(tool: Tool, answer?: unknown, ...links: readonly ToolMiddleware[]) {
  const journal = memoryJournal();
  const provider = callsThenDone({ id: 'c1', name: tool.schema.name, args: {} });
  const builder = Agent.create({
    provider,
    journal,
    maxToolResultChars: CAP,
    credentials: staticTokens({ mail: 't' }),
  }).tool(tool);
  for (const link of links) builder.toolMiddleware(link);
  const agent = builder.build();
  const heard = hear(agent);
  let outcome: RunOutcome = await agent.run({ message: 'go' });
  if (isPaused(outcome)) outcome = await agent.resume(outcome.checkpoint, answer);
  if (isPaused(outcome)) throw new Error('the run still waits');
  const [result] = resultsOf(await stateOf(journal, outcome.runId));
  return { result, heard, model: provider.requests[1]?.messages.at(-1) };
}

const approve = checkInApproved({ by: 'bob' });
const big = (more = {}): Tool => counted('orders_export', () => BIG, more).tool;

const PATHS: readonly [string, () => ReturnType<typeof read>][] = [
  ['the loop', () => read(big())],
  ['a resumed ask', () => read(big(), approve, { name: 'asks', onToolCall: () => ask('sure?') })],
  ['a check-in', () => read(big({ checkIn: () => ({ reason: 'big' }) }), approve)],
  ['a tool with a credential', () => read(big({ needs: { service: 'mail' } }))],
  ['an answer to pauseHere', () => read(counted('orders_export', () => pauseHere({})).tool, BIG)],
  [
    'the text of an error',
    () =>
      read(
        counted('orders_export', () => {
          throw new Error(BIG);
        }).tool,
      ),
  ],
  [
    'what the chain made of a small result',
    () =>
      read(counted('orders_export', () => 'small').tool, undefined, {
        name: 'grows',
        onToolResult: () => allow(BIG, 'grows'),
      }),
  ],
];

describe('the ceiling on one result', () => {
  test.each(PATHS)(
    'holds on the path of %s, and no event carries the value before it',
    async (_path, run) => {
      verifies('RC-3', 'RC-4');
      const { result, heard, model } = await run();
      expect(isTruncatedToolResult(result?.content)).toBe(true);
      expect(JSON.stringify(result?.content).length).toBeLessThanOrEqual(CAP);
      expect(JSON.stringify(result?.content)).toContain('Narrow the request and call again.');
      expect(model).toEqual(result);
      const [end] = only(heard, 'sallyport.stream.tool_end');
      expect(end?.result).toEqual(result?.content);
      expect(end?.charsBefore).toBeGreaterThan(CAP);
      expect(end?.charsAfter).toBe(JSON.stringify(result?.content).length);
      expect(JSON.stringify(heard)).not.toContain(END);
    },
  );

  test('says what came back, how much, over which cap', async () => {
    verifies('RC-2', 'RC-3');
    const { result } = await read(big());
    expect(result).toMatchObject({
      isError: false,
      content: {
        truncated: true,
        reason: `orders_export returned ${BIG.length} chars, over the 200-char cap. Narrow the request and call again.`,
        head: expect.stringMatching(/^x+$/),
      },
    });
  });

  test('measures what the chain left, not what the tool gave', async () => {
    verifies('RC-4', 'MW-2');
    const { result } = await read(big(), undefined, {
      name: 'sums',
      onToolResult: ({ result }) => allow({ rows: String(result).length }, 'a summary is enough'),
    });
    expect(result?.content).toEqual({ rows: BIG.length });
  });

  test('lets a result below it pass by reference, unchanged, and says its size', async () => {
    verifies('RC-5', 'RC-3');
    const rows = { rows: [1, 2, { three: 'III' }] };
    const entered: unknown[] = [];
    const { result, heard } = await read(counted('orders_export', () => rows).tool, undefined, {
      name: 'watch',
      onToolResult: ({ result }) => (entered.push(result), allow()),
    });
    expect(result?.content).toBe(entered[0]);
    expect(result?.content).toEqual({ rows: [1, 2, { three: 'III' }] });
    expect(only(heard, 'sallyport.stream.tool_end')).toMatchObject([
      { result: rows, charsBefore: JSON.stringify(rows).length, charsAfter: JSON.stringify(rows).length },
    ]);
  });

  test('that is absent measures nothing', async () => {
    verifies('RC-1');
    const journal = memoryJournal();
    const agent = Agent.create({ provider: callsThenDone({ name: 'orders_export', args: {} }), journal })
      .tool(big())
      .build();
    const heard = hear(agent);
    const { runId } = await agent.run({ message: 'go' });
    expect(resultsOf(await stateOf(journal, runId))[0]?.content).toBe(BIG);
    expect(only(heard, 'sallyport.stream.tool_end')[0]?.charsBefore).toBeUndefined();
  });
});
