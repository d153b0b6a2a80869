import type { Json, JsonObject } from '../../domain/json.js';
import { canonicalJson, shapeOf, toJson } from '../../domain/json.js';
import { McpResultShapeError, McpToolError } from './errors.js';

/** Which call a result belongs to, for messages. */
export interface CallNames {
  readonly server: string;
  readonly tool: string;
}

/**
 * What a model reads of a `tools/call` result: the text blocks joined, a stated stand-in for every other block, and the
 * structured content once: on its own as the JSON value it is, beside text only where the text does not say it already.
 *
 * @throws McpToolError with the server's own text when the tool says that it failed
 * @throws McpResultShapeError when the result is none
 */
export function readResult(result: unknown, { server, tool }: CallNames): Json {
  if (!isObject(result)) throw new McpResultShapeError(server, tool, shapeOf(result));
  if (result['toolResult'] !== undefined && result['content'] === undefined) {
    return toJson(result['toolResult'], `The result of ${tool}`);
  }
  const { content, structuredContent, isError } = result;
  const blocks = Array.isArray(content) ? content.map(readBlock) : [];
  const structured = isObject(structuredContent) ? (structuredContent as JsonObject) : undefined;
  if (content !== undefined && !Array.isArray(content)) {
    throw new McpResultShapeError(server, tool, `content that is ${shapeOf(content)}`);
  }
  if (content === undefined && structured === undefined) {
    throw new McpResultShapeError(server, tool, 'an object with neither content nor structuredContent');
  }
  const text = blocks.join('\n');
  if (isError === true) throw new McpToolError(server, tool, errorText(text, structured));
  if (structured === undefined) return text;
  if (blocks.length === 0) return structured;
  return says(text, structured) ? text : `${text}\n${JSON.stringify(structured)}`;
}

function errorText(text: string, structured: JsonObject | undefined): string {
  if (text !== '') return text;
  return structured === undefined ? 'it gave no reason' : JSON.stringify(structured);
}

/** Whether the text already is the structured content: its JSON, or the one string that it wraps. */
function says(text: string, structured: JsonObject): boolean {
  const values = Object.values(structured);
  if (values.length === 1 && values[0] === text) return true;
  if (!/^\s*\{/.test(text)) return false;
  try {
    return (
      canonicalJson(toJson(JSON.parse(text), 'text')) ===
      canonicalJson(toJson(structured, 'structuredContent'))
    );
  } catch {
    return false;
  }
}

function readBlock(block: unknown): string {
  if (!isObject(block)) return `[a content block that is ${shapeOf(block)}]`;
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? block['text'] : '[a text block without text]';
    case 'image':
    case 'audio':
      return standIn(block['type'], block['mimeType'], base64Bytes(block['data']));
    case 'resource':
      return readResource(block['resource']);
    case 'resource_link':
      return standIn('resource_link', block['mimeType'], block['size'], block['uri'], block['name']);
    default:
      return standIn(`content of unknown type ${quoted(block['type'])}`, block['mimeType'], undefined);
  }
}

function readResource(resource: unknown): string {
  if (!isObject(resource)) return '[resource: without contents]';
  if (typeof resource['text'] === 'string') return resource['text'];
  return standIn('resource', resource['mimeType'], base64Bytes(resource['blob']), resource['uri']);
}

/** A sentence in place of what a model cannot read as text: what it is, and how much of it there is. */
function standIn(kind: string, mimeType: unknown, bytes: unknown, uri?: unknown, name?: unknown): string {
  const facts = [
    typeof name === 'string' ? name : undefined,
    typeof uri === 'string' ? uri : undefined,
    typeof mimeType === 'string' ? mimeType : 'no mime type',
    typeof bytes === 'number' ? `${bytes} bytes` : 'size unknown',
  ];
  return `[${kind}: ${facts.filter((fact) => fact !== undefined).join(', ')}]`;
}

/** How many bytes a base64 text stands for; undefined when it is none. */
function base64Bytes(data: unknown): number | undefined {
  if (typeof data !== 'string' || data.length % 4 === 1) return undefined;
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.floor(((data.length - padding) * 3) / 4);
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 64)) : shapeOf(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
