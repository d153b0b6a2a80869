import pc from 'picocolors';
import type { SallyportEvent } from '../../domain/events.js';
import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';
import type { EventSink } from '../../ports/event-sink.js';
import { jsonLine } from './json-line.js';
import { Timeline } from './timeline.js';

/** Where lines go: a terminal, a pipe, a file. A stream that reports failures as `error` events has `on` and `off`. */
export interface LineStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  on?(event: 'error', listener: () => void): unknown;
  off?(event: 'error', listener: () => void): unknown;
}

/** What `consoleEvents` takes. */
export interface ConsoleEventsOptions {
  /** Standard error unless given. */
  readonly stream?: LineStream;
  /** Colours; unless given they are used on a terminal where `NO_COLOR` is not set. */
  readonly color?: boolean;
  /** One JSON line an event, for machines, in place of the timeline. */
  readonly json?: boolean;
}

const RULES = { stream: option.having('a stream', 'write'), color: option.flag, json: option.flag };

/**
 * The live timeline on a terminal: one line a call, with its verdicts in order, its sizes and how long it took. What a
 * tool returned is never printed, as JSON neither. A stream that has gone away is given up without a word.
 */
export function consoleEvents(options: ConsoleEventsOptions = {}): EventSink {
  const { stream = process.stderr, color, json = false } = checkOptions('consoleEvents', options, RULES);
  const colored = color ?? (stream.isTTY === true && !process.env['NO_COLOR']);
  const timeline = new Timeline(pc.createColors(colored));
  /** Without a listener a pipe whose reader has gone would end the process. */
  const ignore = (): void => undefined;
  let listening = false;
  return {
    id: 'console',
    emit(event) {
      if (!listening) stream.on?.('error', ignore);
      listening = true;
      const line = json ? jsonLine(withoutResult(event)) : timeline.line(event);
      if (line !== undefined) tryToWrite(stream, `${line}\n`);
    },
    async close() {
      if (listening) stream.off?.('error', ignore);
      listening = false;
    },
  };
}

function tryToWrite(stream: LineStream, text: string): void {
  try {
    stream.write(text);
  } catch {
    return;
  }
}

function withoutResult(event: SallyportEvent): { readonly type: string } {
  if (event.type !== 'sallyport.stream.tool_end') return event;
  const rest = { ...event, result: undefined };
  return rest;
}
