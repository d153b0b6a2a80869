import { textOfThrown } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';
import type { EventSink } from '../../ports/event-sink.js';
import { jsonLine } from './json-line.js';
import { LineFile } from './line-file.js';

/** What `jsonlEvents` takes. */
export interface JsonlEventsOptions {
  /** The file; its folder is made when it is missing. */
  readonly path: string;
  /** Told once when the file cannot be written, and once when events are dropped; a process warning unless given. */
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
  const file = new LineFile(path);
  const warnings = new Set<'failing' | 'dropping'>();
  let waiting: string[] = [];
  let waitingChars = 0;
  let writing: Promise<void> | undefined;

  const warn = (kind: 'failing' | 'dropping', message: string): void => {
    if (warnings.has(kind)) return;
    warnings.add(kind);
    try {
      onWarning(message);
    } catch {
      return;
    }
  };
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const text = waiting.join('');
      waiting = [];
      waitingChars = 0;
      try {
        await file.append(text);
      } catch (thrown) {
        warn('failing', `Events cannot be written to ${path}: ${textOfThrown(thrown)}`);
      }
    }
    writing = undefined;
  };

  return {
    id: 'jsonl',
    emit(event) {
      const line = `${jsonLine(event)}\n`;
      if (waitingChars + line.length > MAX_WAITING_CHARS) {
        return warn('dropping', `Events are dropped: they come faster than ${path} can be written.`);
      }
      waiting.push(line);
      waitingChars += line.length;
      writing ??= Promise.resolve().then(write);
    },
    flush: async () => writing,
    close: async () => writing,
  };
}
