import { isObject } from '../result/content-block.js';

/** A JSON object as a server wrote it. */
export type GivenMessage = Readonly<Record<string, unknown>>;

/** The members of a batch, or the one message; what is no message is left out. */
export function jsonMessages(text: string): readonly GivenMessage[] {
  const value = parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
