// The same job for everyone: a model that asks for one tool `calls` times and then answers, and a tool that echoes.
import { Agent, allow, defineTool } from '../dist/index.js';
import { memoryJournal } from '../dist/providers.js';
import { PermissionPolicy } from '../dist/security.js';

const SCHEMA = {
  type: 'object',
  properties: { n: { type: 'number' } },
  required: ['n'],
  additionalProperties: false,
};
const echo = async ({ n }) => `row ${n}`;

/** A model of sallyport's port: what it says follows from how much has been said. */
function model(calls) {
  return {
    id: 'scripted',
    generate: async ({ messages }) => {
      const n = (messages.length - 1) / 2;
      return n < calls
        ? { content: '', toolCalls: [{ id: `c${n}`, name: 'echo', args: { n } }] }
        : { content: 'done' };
    },
  };
}

/** The loop that nobody can do without: ask, look the tool up, run it, say what came of it. */
export function bare(calls) {
  const { generate } = model(calls);
  const tools = new Map([['echo', echo]]);
  return async () => {
    const messages = [{ role: 'user', content: 'go' }];
    for (;;) {
      const reply = await generate({ messages });
      if (reply.toolCalls === undefined) return reply.content;
      messages.push({ role: 'assistant', content: reply.content, toolCalls: reply.toolCalls });
      for (const { id, name, args } of reply.toolCalls) {
        messages.push({ role: 'tool', toolCallId: id, content: await tools.get(name)(args) });
      }
    }
  };
}

const many = (count) =>
  Array.from({ length: count - 1 }, (_, i) =>
    defineTool({ name: `other_${i}`, description: 'd', inputSchema: SCHEMA, execute: echo }),
  );
const echoTool = defineTool({ name: 'echo', description: 'Echoes.', inputSchema: SCHEMA, execute: echo });

/** Ours without a gate. */
export function plain(calls, tools = 1) {
  const list = [echoTool, ...many(tools)];
  const provider = { id: 'list', list: () => list };
  const options = { provider: model(calls), maxIterations: calls + 1 };
  return run(
    Agent.create({ ...options, journal: forgetful() })
      .toolProvider(provider)
      .build(),
  );
}

/** Ours with everything: permission, two middlewares, validation, the ceiling, events and the journal. */
export function governed(calls, tools = 1, journal = forgetful) {
  const list = [echoTool, ...many(tools)];
  const provider = { id: 'list', list: () => list };
  const agent = Agent.create({
    provider: model(calls),
    maxIterations: calls + 1,
    maxToolResultChars: 20_000,
    permissionChecker: PermissionPolicy.fromRoles({ reader: ['echo'] }, 'reader'),
    journal: journal(),
  })
    .toolProvider(provider)
    .toolMiddleware({ name: 'watch', onToolCall: () => allow(), onToolResult: () => allow() })
    .toolMiddleware({ name: 'check', onToolCall: () => allow() })
    .build();
  agent.on('*', () => undefined);
  return run(agent);
}

/** An in-memory journal that forgets everything after twenty runs: as in a service that keeps no recordings in memory. */
function forgetful() {
  let inner = memoryJournal();
  let runs = 0;
  return {
    id: 'forgetful',
    durable: false,
    append(runId, after, entries) {
      if (after === 0 && runs++ % 20 === 0) inner = memoryJournal();
      return inner.append(runId, after, entries);
    },
    read: (runId) => inner.read(runId),
  };
}

const run = (agent) => async () => (await agent.run({ message: 'go' })).content;
