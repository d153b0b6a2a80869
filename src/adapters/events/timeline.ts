import type pc from 'picocolors';
import type { CallStatus, SallyportEvent } from '../../domain/events.js';
import { escapeTerminal } from '../../domain/terminal-text.js';
import { Verdicts } from './verdicts.js';

type Colors = ReturnType<typeof pc.createColors>;

/** Turns events into the lines of the timeline: one a call, when it has ended, and one for each turn of a run's fate. */
export class Timeline {
  readonly #colors: Colors;
  readonly #verdicts: Verdicts = new Verdicts();

  constructor(colors: Colors) {
    this.#colors = colors;
  }

  /** @returns undefined for an event that has no line of its own */
  line(event: SallyportEvent): string | undefined {
    this.#verdicts.note(event);
    const { dim, yellow, bold } = this.#colors;
    switch (event.type) {
      case 'sallyport.stream.tool_end':
        return this.#call(event);
      case 'sallyport.run.started':
        return dim(`run ${event.runId} of ${escapeTerminal(event.agent)}`);
      case 'sallyport.run.resumed':
        return dim(`run ${event.runId} goes on`);
      case 'sallyport.run.suspended':
        return yellow(
          `suspended: ${event.pending.map(({ kind, tool }) => `${kind} for ${escapeTerminal(tool)}`).join(', ')}`,
        );
      case 'sallyport.run.ended':
        return bold(
          `${event.outcome} after ${event.iterations} model turns${event.code === undefined ? '' : ` (${event.code})`}`,
        );
      case 'sallyport.tools.gate_failed':
        return yellow(`${escapeTerminal(event.tool)} is hidden: its gate failed`);
      case 'sallyport.tools.shadowed':
        return yellow(
          `${escapeTerminal(event.tool)} of ${escapeTerminal(event.dropped)} is shadowed by ${escapeTerminal(event.kept)}`,
        );
      case 'sallyport.mcp.tool_quarantined':
        return yellow(
          `${escapeTerminal(event.server)}: tool ${escapeTerminal(event.tool)} is left out: ${escapeTerminal(event.reason)}`,
        );
      case 'sallyport.mcp.list_incomplete':
        return yellow(
          `${escapeTerminal(event.server)}: the tool list is incomplete: ${escapeTerminal(event.reason)}`,
        );
      case 'sallyport.mcp.warning':
        return yellow(`${escapeTerminal(event.server)}: ${escapeTerminal(event.message)}`);
      default:
        return undefined;
    }
  }

  #call(event: SallyportEvent<'sallyport.stream.tool_end'>): string {
    const { dim, bold } = this.#colors;
    const source = event.source === undefined ? '' : dim(` ${escapeTerminal(event.source)}`);
    const verdicts = this.#verdicts.take(event).map(escapeTerminal).join(' › ');
    const parts = [
      `${this.#status(event.status)} ${bold(escapeTerminal(event.tool))}${source}`,
      ...(verdicts === '' ? [] : [verdicts]),
      ...(event.charsBefore === undefined
        ? []
        : [size(event.charsBefore, event.charsAfter ?? event.charsBefore)]),
      dim(`${event.durationMs.toFixed(1)} ms`),
    ];
    return parts.join('  ');
  }

  #status(status: CallStatus): string {
    const { green, red, yellow } = this.#colors;
    if (status === 'settled') return green(status);
    return status === 'failed' ? red(status) : yellow(status);
  }
}

function size(before: number, after: number): string {
  const shown = before.toLocaleString('en');
  return before === after ? `${shown} chars` : `${shown} → ${after.toLocaleString('en')} chars`;
}
