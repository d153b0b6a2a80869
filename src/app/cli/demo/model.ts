import { join } from 'node:path';
import { isTruncatedToolResult } from '../../../domain/result/cap.js';
import type { Json } from '../../../domain/json.js';
import type { Message, ToolMessage } from '../../../domain/message.js';
import type { LanguageModel, ModelReply } from '../../../ports/language-model.js';
import { reportOf } from './report.js';

const HEAD_LINES = 200;

/** One turn of the part: what it says and calls, from what it has read so far. */
type Part = (folder: string, said: readonly Message[]) => ModelReply;

const PART: readonly Part[] = [
  (folder) => call('Let me see what is there.', 'list_directory', { path: folder }),
  (folder) => call('I read the orders.', 'read_text_file', { path: join(folder, 'orders.csv') }),
  (folder, said) =>
    isTruncatedToolResult(results(said).at(-1)?.content)
      ? call('That is too much; the head will do.', 'read_text_file', {
          path: join(folder, 'orders.csv'),
          head: HEAD_LINES,
        })
      : { content: 'I could not read the orders.' },
  (folder) =>
    call('I put the orders away.', 'move_file', {
      source: join(folder, 'orders.csv'),
      destination: join(folder, 'done.csv'),
    }),
  (folder, said) =>
    call('I may not move files, so they stay. I write the report.', 'write_file', {
      path: join(folder, 'report.md'),
      content: reportOf(rowsRead(said)),
    }),
];

/**
 * The demo's model: it plays a part, and so needs no network. What it does next follows from the conversation alone, so
 * that a run goes on in another process.
 */
export function demoModel(folder: string): LanguageModel {
  return {
    id: 'demo',
    generate: async ({ messages }) => {
      const part = PART[messages.filter(({ role }) => role === 'assistant').length];
      return part === undefined ? { content: conclusion(messages) } : part(folder, messages);
    },
  };
}

function conclusion(said: readonly Message[]): string {
  const refused = results(said).filter(({ isError }) => isError);
  const written = results(said).some(({ toolName, isError }) => toolName === 'write_file' && !isError);
  const report = written ? 'The report is in report.md.' : 'There is no report.';
  return [
    report,
    ...refused.map(({ toolName, content }) => `${toolName} was refused: ${textOf(content)}`),
  ].join('\n');
}

function rowsRead(said: readonly Message[]): string {
  return textOf(
    results(said).findLast(({ toolName, isError }) => toolName === 'read_text_file' && !isError)?.content,
  );
}

function results(said: readonly Message[]): readonly ToolMessage[] {
  return said.filter((message) => message.role === 'tool');
}

function textOf(content: Json | undefined): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

function call(content: string, name: string, args: Json): ModelReply {
  return { content, toolCalls: [{ id: `${name}-1`, name, args }] };
}
