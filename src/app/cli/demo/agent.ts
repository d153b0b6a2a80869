import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { InvalidOptionError } from '../../../domain/errors.js';
import { allow, ask, deny } from '../../../domain/verdict.js';
import type { ToolMiddleware } from '../../../ports/middleware.js';
import type { McpClient } from '../../../ports/mcp-client.js';
import type { Agent } from '../../agent.js';
import type { Composition } from '../../compose/composition.js';
import { staticTools } from '../../../providers.js';
import { PermissionPolicy } from '../../../security.js';

const SERVER = '@modelcontextprotocol/server-filesystem';

/** The ceiling of the demo, in UTF-16 code units: about 5,000 tokens. */
const MAX_TOOL_RESULT_CHARS = 20_000;

/** How to start the file server on one folder, with the Node that runs this. */
export function fileServer(folder: string): { transport: 'stdio'; command: string; args: string[] } {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${SERVER}/package.json`);
    return {
      transport: 'stdio',
      command: process.execPath,
      args: [join(dirname(manifest), 'dist', 'index.js'), folder],
    };
  } catch (cause) {
    throw new InvalidOptionError(`The demo needs the package ${SERVER}. Install it: npm install ${SERVER}`, {
      cause,
    });
  }
}

/** Asks a person before a file is written. */
const askBeforeWriting: ToolMiddleware = {
  name: 'ask-before-writing',
  onToolCall: ({ toolName }) => (toolName === 'write_file' ? ask('May this file be written?') : allow()),
};

/** Refuses a path outside the folder, whatever the server itself would say. */
function stayInside(folder: string): ToolMiddleware {
  return {
    name: 'stay-inside',
    onToolCall: ({ args }) => {
      const { path } = args as { readonly path?: unknown };
      const inside = typeof path !== 'string' || !relative(folder, path).startsWith('..');
      return inside ? allow() : deny(`only files in ${folder} may be used`);
    },
  };
}

/** The demo's agent on one environment, with the tools of a connected file server. */
export async function demoAgent(app: Composition, files: McpClient, folder: string): Promise<Agent> {
  return app
    .agent({ name: 'demo', maxToolResultChars: MAX_TOOL_RESULT_CHARS })
    .system(`You write reports about the files in ${folder}.`)
    .toolProvider(staticTools(await files.tools()))
    .toolMiddleware(stayInside(folder))
    .toolMiddleware(askBeforeWriting)
    .build();
}

/** What the demo's agent may do: read everything and write files, but move nothing. */
export function demoPolicy(): PermissionPolicy {
  const analyst = ['list_directory', 'read_text_file', 'write_file'];
  return PermissionPolicy.fromRoles({ analyst, archivist: [...analyst, 'move_file'] }, 'analyst');
}
