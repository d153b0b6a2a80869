import type { SuspectKind } from '../../domain/suspect-text.js';
import { escapeTerminal } from '../../domain/terminal-text.js';
import type { ListedTool } from './listed-tool.js';
import type { McpClientSettings } from './options.js';
import { suspectParts } from './suspect-parts.js';
import type { ListedTools } from './tool-snapshot.js';
import { toolsChange } from './tools-change.js';

/** What is shown of a name that a server chose. */
const NAME_CHARS = 128;

/**
 * Tells how a list differs from the one before it, and of the tools that are new or changed what a person should look at:
 * a definition that is not the pinned one, and text that hides something or commands a model. The first list is pinned, but for what is suspect in it.
 */
export function reportList(
  { name: server, onEvent, pinDefinitions: pins }: McpClientSettings,
  after: ListedTools,
  before: ListedTools | undefined,
): void {
  const warn = (message: string): void => onEvent({ type: 'sallyport.mcp.warning', server, message });
  pins?.note(
    server,
    [...after.values()].map(({ definition }) => definition),
  );
  const change = before && toolsChange(before, after);
  if (change !== undefined) onEvent({ type: 'sallyport.mcp.tools_changed', server, ...change });
  const isNew = (tool: string): boolean => before?.get(tool)?.digest !== after.get(tool)?.digest;
  for (const { tool, was, parts } of pins?.pending(server) ?? []) {
    if (!after.has(tool) || !isNew(tool)) continue;
    const what = was === undefined ? 'was never accepted' : `is not what was pinned (${parts.join(', ')})`;
    warn(`${shown(tool)} ${what}; it is not called until that is accepted`);
  }
  for (const [name, tool] of after) {
    const found = isNew(name) ? findings(tool) : [];
    if (found.length > 0) warn(`${shown(name)} has text that is suspect: ${found.join('; ')}`);
  }
}

/** Each part of a definition that is suspect, with what it has. */
function findings({ definition }: ListedTool): readonly string[] {
  return suspectParts(definition).map(
    ({ part, kinds }) => `${part} (${kinds.map((kind) => WORDS[kind]).join(', ')})`,
  );
}

const WORDS: Readonly<Record<SuspectKind, string>> = {
  'zero-width': 'zero-width characters',
  'direction-mark': 'direction marks',
  'tag-character': 'Unicode tag characters',
  instruction: 'instructions to a model',
};

function shown(tool: string): string {
  return `tool "${escapeTerminal(tool.slice(0, NAME_CHARS))}"`;
}
