import { shapeOf } from '../../../domain/json.js';

const SHOWN_CHARS = 500;
const NAMED_CHARS = 64;

/** One block of a result, as a model reads it. */
export interface ReadBlock {
  readonly text: string;
  /** The base64 text that the stand-in replaces; absent where there is none. */
  readonly data?: string;
}

/**
 * A content block as text: a text block is its text; every other kind is a sentence in brackets that says what it is,
 * its mime type and its size in bytes. Base64 is never shown. Embedded text follows its sentence.
 */
export function readBlock(block: unknown): ReadBlock {
  if (!isObject(block)) return { text: `[a content block that is ${shapeOf(block)}]` };
  const { type, mimeType, data, uri, name, size } = block;
  switch (type) {
    case 'text':
      return { text: typeof block['text'] === 'string' ? block['text'] : '[a text block without text]' };
    case 'image':
    case 'audio':
      return { text: standIn(type, mimeType, base64Bytes(data)), ...dataOf(data) };
    case 'resource':
      return readResource(block['resource']);
    case 'resource_link':
      return { text: standIn('resource_link', mimeType, size, uri, name) };
    default: {
      const kind = `content of unknown type ${quoted(type)}`;
      return { text: standIn(kind, mimeType, base64Bytes(data), uri), ...dataOf(data) };
    }
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readResource(resource: unknown): ReadBlock {
  if (!isObject(resource)) return { text: '[resource: without contents]' };
  const { text, mimeType, blob, uri } = resource;
  if (typeof text !== 'string') {
    return { text: standIn('resource', mimeType, base64Bytes(blob), uri), ...dataOf(blob) };
  }
  return { text: `${standIn('resource', mimeType, Buffer.byteLength(text), uri)}\n${text}` };
}

function standIn(kind: string, mimeType: unknown, bytes: unknown, uri?: unknown, name?: unknown): string {
  const facts = [
    shown(name),
    shown(uri),
    shown(mimeType) ?? 'no mime type',
    typeof bytes === 'number' ? `${bytes} bytes` : 'size unknown',
  ];
  return `[${kind}: ${facts.filter((fact) => fact !== undefined).join(', ')}]`;
}

/** A name, uri or mime type, cut to a length; of a `data:` uri the head alone, for the rest is the payload. */
function shown(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const head = /^data:/i.test(value) ? `${value.slice(0, value.indexOf(',') + 1) || 'data:'}…` : value;
  return head.length > SHOWN_CHARS ? `${head.slice(0, SHOWN_CHARS)}…` : head;
}

function dataOf(data: unknown): { readonly data?: string } {
  return typeof data === 'string' && data !== '' ? { data } : {};
}

/** How many bytes a base64 text stands for, in its plain and its URL form; undefined when it is none. */
function base64Bytes(data: unknown): number | undefined {
  if (typeof data !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(data)) return undefined;
  const digits = data.endsWith('==') ? data.length - 2 : data.endsWith('=') ? data.length - 1 : data.length;
  return digits % 4 === 1 ? undefined : Math.floor((digits * 3) / 4);
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, NAMED_CHARS)) : shapeOf(value);
}
