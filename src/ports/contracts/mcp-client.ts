import assert from 'node:assert/strict';
import { canonicalJson, toJson } from '../../domain/json.js';
import type { Tool, ToolContext } from '../../domain/tool.js';
import type { McpClient } from '../mcp-client.js';
import type { Harness } from './harness.js';

/** A client under test, connected to a server that has at least the two tools of the case. */
export interface McpClientSubject {
  connect(): Promise<McpClient>;
  /** A tool that answers with the text it is given: its name, arguments, the result they give, and its schema if known. */
  readonly echo: {
    readonly tool: string;
    readonly args: unknown;
    readonly result: unknown;
    readonly inputSchema?: unknown;
  };
  /** A tool whose result is an error: its name, arguments, and a part of the server's own text. */
  readonly failing: { readonly tool: string; readonly args: unknown; readonly text: string };
}

/** The laws of the {@link McpClient} port, as tests. */
export function mcpClientContract({ describe, test }: Harness, subject: McpClientSubject): void {
  const { echo, failing } = subject;
  const withClient = (body: (client: McpClient) => Promise<void>) => async (): Promise<void> => {
    const client = await subject.connect();
    try {
      await body(client);
    } finally {
      await client.close();
    }
  };

  describe('McpClient', () => {
    test(
      'the snapshot is listed once, and concurrent callers share the listing',
      withClient(async (client) => {
        const [a, b] = await Promise.all([client.tools(), client.tools()]);
        assert.equal(a, b);
        assert.equal(await client.tools(), a);
      }),
    );

    test(
      'a refresh replaces the snapshot',
      withClient(async (client) => {
        const before = await client.tools();
        const after = await client.refresh();
        assert.notEqual(after, before);
        assert.equal(await client.tools(), after);
        assert.ok(namesOf(after).includes(echo.tool));
      }),
    );

    test(
      'every tool carries the client’s name as its source, and a schema with its name',
      withClient(async (client) => {
        for (const tool of await client.tools()) {
          assert.equal(tool.source, client.name);
          assert.ok(tool.schema.name !== '');
          assert.equal(typeof tool.schema.inputSchema, 'object');
          assert.equal(typeof tool.schema.description, 'string');
        }
      }),
    );

    test(
      'a tool’s input schema is the server’s, unchanged',
      withClient(async (client) => {
        if (echo.inputSchema === undefined) return;
        sameJson((await find(client, echo.tool)).schema.inputSchema, echo.inputSchema);
      }),
    );

    test(
      'a tool answers with the server’s result',
      withClient(async (client) => {
        sameJson(await run(await find(client, echo.tool), echo.args), echo.result);
      }),
    );

    test(
      'a result that is an error is thrown with the server’s own text, naming tool and server',
      withClient(async (client) => {
        const tool = await find(client, failing.tool);
        await assert.rejects(run(tool, failing.args), (thrown: Error) =>
          [failing.text, failing.tool, client.name].every((part) => thrown.message.includes(part)),
        );
        sameJson(await run(await find(client, echo.tool), echo.args), echo.result);
      }),
    );

    test('after close every method and every served tool refuses by name, and closing again is fine', async () => {
      const client = await subject.connect();
      const tool = await find(client, echo.tool);
      await Promise.all([client.close(), client.close()]);
      await client.close();
      for (const use of [() => client.tools(), () => client.refresh(), () => run(tool, echo.args)]) {
        await assert.rejects(use, (thrown: Error) => thrown.name === 'McpClientClosedError');
      }
    });
  });
}

/** Equal as JSON: what a transport reads may be of another realm, whose objects have other prototypes. */
function sameJson(actual: unknown, expected: unknown): void {
  assert.equal(canonicalJson(toJson(actual, 'actual')), canonicalJson(toJson(expected, 'expected')));
}

function namesOf(tools: readonly Tool[]): readonly string[] {
  return tools.map(({ schema }) => schema.name);
}

async function find(client: McpClient, name: string): Promise<Tool> {
  const tool = (await client.tools()).find(({ schema }) => schema.name === name);
  assert.ok(tool, `the server under test has no tool "${name}"`);
  return tool;
}

async function run(tool: Tool, args: unknown): Promise<unknown> {
  const ctx: ToolContext = {
    toolName: tool.schema.name,
    toolCallId: 'contract',
    iteration: 1,
    signal: new AbortController().signal,
    teardownScopes: [],
    onTeardown: () => undefined,
  };
  return tool.execute(args as never, ctx);
}
