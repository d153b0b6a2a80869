import { describe, expect, test } from '@jest/globals';
import { memoryJournal } from '../../src/adapters/journal/memory.js';
import {
  Agent,
  allow,
  defineTool,
  InvalidOptionError,
  type AgentOptions,
  type Json,
  type RunRequest,
  type ToolMiddleware,
  type ToolOptions,
} from '../../src/index.js';
import { verifies } from '../requirements.js';
import { counted } from './support/counted.js';
import { callsThenDone, saysDone } from './support/model.js';
import { thrownBy } from './support/thrown.js';
import { untyped } from './support/untyped.js';

type Options = ToolOptions<Record<string, Json>>;

const create = (more: Record<string, unknown>) => () =>
  Agent.create(untyped<AgentOptions>({ provider: saysDone(), ...more }));
const builder = () => Agent.create({ provider: saysDone() });

/** What is refused, and the name that the refusal must say. */
const REFUSED: readonly [string, () => unknown, RegExp][] = [
  ['no options', () => Agent.create(untyped(undefined)), /Agent\.create/],
  ['no provider', () => Agent.create(untyped({})), /"provider"/],
  ['a provider that is none', create({ provider: {} }), /"provider"/],
  ['an unknown key', create({ maxToolResultsChars: 5 }), /"maxToolResultsChars"/],
  ['no turns', create({ maxIterations: 0 }), /"maxIterations"/],
  ['a checker that checks nothing', create({ permissionChecker: { name: 'p' } }), /"permissionChecker"/],
  ['credentials that are none', create({ credentials: 'token' }), /"credentials"/],
  ['a journal that is none', create({ journal: { append: () => undefined } }), /"journal"/],
  ['a clock that is none', create({ clock: Date }), /"clock"/],
  ['schemas that are none', create({ schemas: {} }), /"schemas"/],
  ['events that are no list', create({ events: { emit: () => undefined } }), /"events"/],
  ['an event sink that is none', create({ events: [{ id: 'x' }] }), /"events"/],
  ['an empty name', create({ name: '' }), /"name"/],
  ['a system prompt that is no text', () => builder().system(untyped(7)), /\.system\(\)/],
  ['a tool that is none', () => builder().tool(untyped({ name: 'x' })), /\.tool\(\)/],
  ['tools that are no list', () => builder().tools(untyped(7)), /\.tools\(\)/],
  ['two tools of one name', () => builder().tools([counted('a').tool, counted('a').tool]), /"a"/],
  ['a provider without list()', () => builder().toolProvider(untyped({ id: 'x' })), /\.toolProvider\(\)/],
  ['no tool provider', () => builder().toolProvider(untyped(undefined)), /\.toolProvider\(\)/],
  [
    'a tool middleware without a name',
    () => builder().toolMiddleware(untyped({ onToolCall: () => allow() })),
    /\.toolMiddleware\(\).*name/,
  ],
  [
    'a tool middleware that looks at nothing',
    () => builder().toolMiddleware({ name: 'idle' }),
    /"idle".*onToolCall/,
  ],
  [
    'a tool middleware with half a moment',
    () =>
      builder().toolMiddleware(
        untyped<ToolMiddleware>({ name: 'half', onToolCall: () => allow(), onToolResult: 7 }),
      ),
    /"half".*onToolResult/,
  ],
  [
    'a message middleware without a name',
    () => builder().messageMiddleware(untyped({ onInput: () => allow() })),
    /\.messageMiddleware\(\).*name/,
  ],
  [
    'a tool without a name',
    () => defineTool(untyped<Options>({ description: 'x', execute: () => 1 })),
    /"name"/,
  ],
  [
    'a tool without execute',
    () => defineTool(untyped<Options>({ name: 'x', description: 'x' })),
    /"execute"/,
  ],
  [
    'a tool with a mistyped key',
    () => defineTool(untyped<Options>({ name: 'x', description: 'x', execute: () => 1, repaly: 'safe' })),
    /"repaly"/,
  ],
  [
    'a tool with an unknown replay',
    () => defineTool(untyped<Options>({ name: 'x', description: 'x', execute: () => 1, replay: 'always' })),
    /"replay"/,
  ],
];

const CEILINGS: typeof REFUSED = [
  ['a ceiling of 0', create({ maxToolResultChars: 0 }), /"maxToolResultChars".*not 0/],
  ['a ceiling below 0', create({ maxToolResultChars: -1 }), /"maxToolResultChars"/],
  ['a ceiling that is not whole', create({ maxToolResultChars: 1.5 }), /"maxToolResultChars"/],
  ['a ceiling that is no number', create({ maxToolResultChars: '20' }), /"maxToolResultChars"/],
  ['an endless ceiling', create({ maxToolResultChars: Infinity }), /"maxToolResultChars"/],
];

/** What the function throws. */
function thrownAtOnce(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

describe('what an agent is made from', () => {
  test.each(REFUSED)('%s is refused by name', (_what, make, named) => {
    verifies('AG-1');
    const thrown = thrownAtOnce(make);
    expect(thrown).toBeInstanceOf(InvalidOptionError);
    expect((thrown as Error).message).toMatch(named);
  });

  test.each(CEILINGS)('%s is refused by name', (_what, make, named) => {
    verifies('RC-1', 'AG-1');
    const thrown = thrownAtOnce(make);
    expect(thrown).toBeInstanceOf(InvalidOptionError);
    expect((thrown as Error).message).toMatch(named);
  });

  test('a tool that needs a credential is refused at build() when nothing can vend one', () => {
    verifies('ID-2', 'AG-1');
    const { tool } = counted('mail', undefined, { needs: { service: 'mail' } });
    expect(() => builder().tool(tool).build()).toThrow(InvalidOptionError);
    expect(() => builder().tool(tool).build()).toThrow(/"mail".*"credentials"/);
  });

  test('an option that is undefined is one that was not given', async () => {
    verifies('AG-1');
    const given = Object.fromEntries(
      ['journal', 'clock', 'schemas', 'events', 'name', 'maxIterations'].map((key) => [key, undefined]),
    );
    const agent = Agent.create(untyped({ provider: saysDone(), ...given })).build();
    expect(await agent.run({ message: 'go' })).toMatchObject({ content: 'done' });
  });

  test('what is added after build() is not in the agent that was built', async () => {
    verifies('AG-1');
    const provider = callsThenDone({ name: 'late', args: {} });
    const { tool, runs } = counted('late');
    const later = Agent.create({ provider });
    const agent = later.build();
    later.tool(tool).toolMiddleware({ name: 'late', onToolCall: () => allow() });
    await agent.run({ message: 'go' });
    expect(provider.requests[0]?.tools).toEqual([]);
    expect(runs).toEqual([]);
  });

  test.each<[string, unknown, RegExp]>([
    ['no request', undefined, /agent\.run/],
    ['no message', {}, /"message"/],
    ['a message that is no text', { message: 7 }, /"message"/],
    ['an unknown key', { message: 'go', sesionId: 's' }, /"sesionId"/],
    ['a signal that is none', { message: 'go', signal: {} }, /"signal"/],
    ['an identity that is none', { message: 'go', identity: 'ann' }, /"identity"/],
    ['an empty session id', { message: 'go', sessionId: '' }, /"sessionId"/],
  ])('run with %s is refused by name, and records nothing', async (_what, request, named) => {
    verifies('AG-1');
    const appended: string[] = [];
    const inner = memoryJournal();
    const journal = {
      ...inner,
      append: (...args: Parameters<typeof inner.append>) => (appended.push(args[0]), inner.append(...args)),
    };
    const agent = Agent.create({ provider: saysDone(), journal }).build();
    const thrown = await thrownBy(agent.run(untyped<RunRequest>(request)));
    expect(thrown).toBeInstanceOf(InvalidOptionError);
    expect((thrown as Error).message).toMatch(named);
    expect(appended).toEqual([]);
  });
});
