import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { textOfThrown } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';
import type { EventSink } from '../../ports/event-sink.js';

/** What `jsonlEvents` takes. */
export interface JsonlEventsOptions {
  /** The file; its folder is made when it is missing. */
  readonly path: string;
  /** Told once when the file cannot be written, and when events had to be dropped; a process warning unless given. */
  readonly onWarning?: (message: string) => void;
}

const RULES = { path: option.required(option.text), onWarning: option.callback };

/** How much may wait to be written, in UTF-16 code units. What comes on top is dropped, and said to be. */
const MAX_WAITING_CHARS = 16 * 1024 * 1024;

/** Events as lines of JSON at the end of a file, in order. A disk that fails never disturbs a run. */
export function jsonlEvents(options: JsonlEventsOptions): EventSink {
  const { path, onWarning = (message: string) => process.emitWarning(message) } = checkOptions(
    'jsonlEvents',
    options,
    RULES,
  );
  let waiting: string[] = [];
  let waitingChars = 0;
  let dropped = 0;
  let warned = false;
  let writing: Promise<void> | undefined;

  const warn = (message: string): void => {
    if (!warned) onWarning(message);
    warned = true;
  };
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const text = waiting.join('');
      waiting = [];
      waitingChars = 0;
      try {
        await mkdir(dirname(path), { recursive: true });
        await appendFile(path, text);
      } catch (thrown) {
        warn(`Events cannot be written to ${path}: ${textOfThrown(thrown)}`);
      }
      if (dropped > 0) warn(`${dropped} events were dropped: ${path} is slower than they come.`);
    }
    writing = undefined;
  };

  return {
    id: 'jsonl',
    emit: (event) => {
      const line = `${JSON.stringify(event)}\n`;
      if (waitingChars + line.length > MAX_WAITING_CHARS) {
        dropped++;
        return;
      }
      waiting.push(line);
      waitingChars += line.length;
      writing ??= Promise.resolve().then(write);
    },
    flush: async () => writing,
    close: async () => writing,
  };
}
