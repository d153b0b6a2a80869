import pc from 'picocolors';
import * as option from '../../domain/options.js';
import { checkOptions } from '../../domain/options.js';
import type { EventSink } from '../../ports/event-sink.js';
import { Timeline } from './timeline.js';

/** Where lines go: a terminal, a pipe, a file. */
export interface LineStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
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

/** The live timeline on a terminal: one line a call, with its verdicts in order, its sizes and how long it took. */
export function consoleEvents(options: ConsoleEventsOptions = {}): EventSink {
  const { stream = process.stderr, color, json = false } = checkOptions('consoleEvents', options, RULES);
  const colored = color ?? (stream.isTTY === true && process.env['NO_COLOR'] === undefined);
  const timeline = new Timeline(pc.createColors(colored));
  return {
    id: 'console',
    emit: (event) => {
      const line = json ? JSON.stringify(event) : timeline.line(event);
      if (line !== undefined) stream.write(`${line}\n`);
    },
  };
}
