import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reply } from '../../src/adapters/models/reply.js';
import { Agent, type GovernedAgent } from '../../src/index.js';
import { mcpClient, type McpClient, type ToolProvider } from '../../src/providers.js';
import { script } from '../app/support/model.js';
import { verifies } from '../requirements.js';
import { complaintsOf, runnable } from '../app/support/snippet-program.js';

/** The seed's first program, for a package of this name. */
const FIRST = (name: string): string => `
import { mcpClient, staticTools } from '${name}/providers';
import { Agent } from '${name}';

const server = await mcpClient({
  name: 'files',
  transport: { transport: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/data'] },
});

const agent = Agent.create({ provider }).toolProvider(staticTools(await server.tools())).build();
`;

/** The seed's program of what the model is shown. */
const GATED = (name: string): string => `
import { gatedTools, staticTools } from '${name}/providers';

const tools = gatedTools(staticTools(await gateway.tools()), (name) => allowed.has(name));
`;

const GIVEN = `
declare const provider: import('sallyport/providers').LanguageModel;
declare const gateway: import('sallyport/providers').McpClient;
declare const allowed: ReadonlySet<string>;
`;

/** What a program takes for granted, where the module that it becomes finds it. */
const given = globalThis as typeof globalThis & { seedGiven?: { readonly [name: string]: unknown } };

let data: string;
let folder: string;
let opened: McpClient[];

beforeAll(() => {
  data = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-data-')));
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-seed-')));
  writeFileSync(join(data, 'orders.csv'), 'id,total\n1001,42\n');
  opened = [];
});
afterAll(async () => {
  for (const client of opened) await client.close();
  for (const path of [data, folder]) rmSync(path, { recursive: true, force: true });
});

/** Runs the program with what it takes for granted, and hands back what it declares. */
async function run(
  snippet: string,
  takes: { readonly [name: string]: unknown },
  declares: readonly string[],
): Promise<{ readonly [name: string]: unknown }> {
  given.seedGiven = takes;
  const file = join(folder, `snippet-${declares.join('-')}.mjs`);
  const head = `const { ${Object.keys(takes).join(', ')} } = globalThis.seedGiven;\n`;
  const text = runnable(snippet.replaceAll("'/data'", JSON.stringify(data)));
  writeFileSync(file, `${head}${text}\nexport { ${declares.join(', ')} };\n`);
  return (await import(pathToFileURL(file).href)) as { readonly [name: string]: unknown };
}

describe("the seed's programs, with only the package's name changed", () => {
  test.each<[string, string]>([
    ['the first one', FIRST('sallyport')],
    ['the gated one', GATED('sallyport')],
  ])('%s type-checks under strict options', (_which, snippet) => {
    verifies('AG-1', 'TP-1');
    expect(complaintsOf(snippet, GIVEN)).toEqual([]);
  });

  test('a program that is wrong does not', () => {
    verifies('AG-1', 'TP-1');
    expect(complaintsOf(FIRST('sallyport').replace('server.tools()', 'server.tols()'), GIVEN)).toEqual([
      expect.stringContaining("'tols' does not exist"),
    ]);
    expect(complaintsOf(GATED('sallyport').replace('allowed.has(name)', "'yes'"), GIVEN)).toHaveLength(1);
  });

  test('the first one runs: the agent reads a real file through a real server', async () => {
    verifies('AG-1', 'MC-4');
    const provider = script(
      reply.calls({ id: 'c1', name: 'read_text_file', args: { path: join(data, 'orders.csv') } }),
      reply.calls(
        { id: 'c2', name: 'read_text_file', args: { path: join(folder, 'snippet.mjs') } },
        { id: 'c3', name: 'read_text_file', args: { path: 7 } },
      ),
      reply.text('42'),
    );
    const made = await run(FIRST('sallyport'), { provider }, ['server', 'agent']);
    const server = made['server'] as McpClient;
    opened.push(server);
    expect(server.name).toBe('files');
    const outcome = await (made['agent'] as GovernedAgent).run({ message: 'what is the total?' });
    expect(outcome).toMatchObject({ paused: false, content: '42', iterations: 3 });
    const [read, outside, nonsense] = (provider.requests[2]?.messages ?? []).filter(
      (said) => said.role === 'tool',
    );
    expect(read).toMatchObject({ isError: false });
    expect(JSON.stringify(read)).toContain('1001,42');
    expect(outside).toMatchObject({ isError: true, content: expect.stringMatching(/files/) });
    expect(nonsense).toMatchObject({ isError: true, content: expect.stringContaining('/path') });
  }, 60_000);

  test('the gated one runs: the model is shown what is allowed, and calls nothing else', async () => {
    verifies('TP-1', 'TP-4', 'MC-4');
    const gateway = await mcpClient({
      name: 'gateway',
      transport: {
        transport: 'stdio',
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem', data],
      },
    });
    opened.push(gateway);
    const made = await run(GATED('sallyport'), { gateway, allowed: new Set(['list_directory']) }, ['tools']);
    const provider = script(
      reply.calls(
        { id: 'c1', name: 'list_directory', args: { path: data } },
        { id: 'c2', name: 'write_file', args: { path: join(data, 'new.txt'), content: 'x' } },
      ),
      reply.text('done'),
    );
    await Agent.create({ provider })
      .toolProvider(made['tools'] as ToolProvider)
      .build()
      .run({ message: 'look' });
    expect(provider.requests[0]?.tools.map(({ name }) => name)).toEqual(['list_directory']);
    const results = (provider.requests[1]?.messages ?? []).filter((said) => said.role === 'tool');
    expect(JSON.stringify(results[0])).toContain('orders.csv');
    expect(results[1]).toMatchObject({ isError: true, content: expect.stringContaining('unknown tool') });
  }, 60_000);
});
