import type { Json } from '../../../domain/json.js';
import { canonicalJson, shapeOf, toJson } from '../../../domain/json.js';
import { isObject, readBlock, type ReadBlock } from './content-block.js';
import { McpResultShapeError, McpToolError } from '../errors.js';
import { withoutData } from './structured-content.js';

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
  const { content, structuredContent, toolResult, isError } = result;
  const json = (value: unknown): Json => {
    try {
      return toJson(value, 'the result');
    } catch {
      throw new McpResultShapeError(server, tool, 'a value that nests too deep');
    }
  };
  const blocks = Array.isArray(content) ? content.map(readBlock) : [];
  const text = blocks.map((block) => block.text).join('\n');
  const structured = structuredContent ?? undefined;
  if (isError === true) throw new McpToolError(server, tool, text || reasonIn(structured));
  if (content !== undefined && content !== null && !Array.isArray(content)) {
    throw new McpResultShapeError(server, tool, `content that is ${shapeOf(content)}`);
  }
  if (!Array.isArray(content) && structured === undefined) {
    if (toolResult !== undefined) return json(toolResult);
    throw new McpResultShapeError(server, tool, 'an object with neither content nor structuredContent');
  }
  if (structured === undefined) return text;
  const value = json(structured);
  if (text === '') return value;
  if (says(text, blocks, content, value)) return text;
  return `${text}\n${JSON.stringify(withoutData(value, blocks))}`;
}

function reasonIn(structured: unknown): string {
  try {
    return structured === undefined ? 'it gave no reason' : JSON.stringify(structured);
  } catch {
    return 'it gave no reason that can be read';
  }
}

/** Whether the text already is the structured content: as JSON in a block, or as the one thing that it wraps. */
function says(text: string, blocks: readonly ReadBlock[], content: unknown, structured: Json): boolean {
  const wrapped = isObject(structured) ? Object.values(structured) : [];
  if (wrapped.length === 1 && wrapped[0] === text) return true;
  try {
    const canonical = canonicalJson(structured);
    if (wrapped.length === 1 && Array.isArray(wrapped[0])) {
      if (canonicalJson(wrapped[0] as Json) === canonicalJson(content as Json)) return true;
    }
    return blocks.some((block) => isJsonOf(block.text, canonical));
  } catch {
    return false;
  }
}

function isJsonOf(text: string, canonical: string): boolean {
  if (!/^\s*[[{"\d-]/.test(text)) return false;
  try {
    return canonicalJson(JSON.parse(text) as Json) === canonical;
  } catch {
    return false;
  }
}
