// The peers, where they are installed: `npm ci --prefix bench`.

/** Each peer's job by name, or what is missing. */
export async function peers() {
  try {
    return { aiSdk: await aiSdk(), openaiAgents: await openaiAgents(), missing: undefined };
  } catch (thrown) {
    return {
      missing: `the peers are not installed (${thrown.code ?? thrown.message}): npm ci --prefix bench`,
    };
  }
}

async function aiSdk() {
  const { generateText, jsonSchema, stepCountIs, tool } = await import('ai');
  const { MockLanguageModelV3 } = await import('ai/test');
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const inputSchema = jsonSchema({ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] });
  const echo = tool({ description: 'Echoes.', inputSchema, execute: async ({ n }) => `row ${n}` });
  return (calls, tools = 1) => {
    const all = { echo };
    for (let i = 1; i < tools; i++) all[`other_${i}`] = echo;
    return async () => {
      const model = new MockLanguageModelV3({
        doGenerate: async ({ prompt }) => {
          const n = (prompt.length - 1) / 2;
          return n < calls
            ? {
                content: [{ type: 'tool-call', toolCallId: `c${n}`, toolName: 'echo', input: `{"n":${n}}` }],
                finishReason: { unified: 'tool-calls' },
                usage,
                warnings: [],
              }
            : {
                content: [{ type: 'text', text: 'done' }],
                finishReason: { unified: 'stop' },
                usage,
                warnings: [],
              };
        },
      });
      return (await generateText({ model, tools: all, prompt: 'go', stopWhen: stepCountIs(calls + 1) })).text;
    };
  };
}

async function openaiAgents() {
  const { Agent, Runner, setTracingDisabled, tool, Usage } = await import('@openai/agents');
  const { z } = await import('zod');
  setTracingDisabled(true);
  const make = (name) =>
    tool({
      name,
      description: 'Echoes.',
      parameters: z.object({ n: z.number() }),
      execute: async ({ n }) => `row ${n}`,
    });
  return (calls, tools = 1) => {
    const all = [make('echo'), ...Array.from({ length: tools - 1 }, (_, i) => make(`other_${i}`))];
    return async () => {
      let n = 0;
      const model = {
        getResponse: async () => {
          const output =
            n < calls
              ? [
                  {
                    type: 'function_call',
                    callId: `c${n}`,
                    name: 'echo',
                    arguments: `{"n":${n}}`,
                    status: 'completed',
                  },
                ]
              : [
                  {
                    type: 'message',
                    role: 'assistant',
                    status: 'completed',
                    content: [{ type: 'output_text', text: 'done' }],
                  },
                ];
          n++;
          return { usage: new Usage(), output };
        },
        getStreamedResponse: () => {
          throw new Error('not streamed');
        },
      };
      const runner = new Runner({ tracingDisabled: true });
      const agent = new Agent({ name: 'bench', instructions: 'go', tools: all, model });
      return (await runner.run(agent, 'go', { maxTurns: calls + 2 })).finalOutput;
    };
  };
}
