import type pc from 'picocolors';
import type { CallStatus, SallyportEvent } from '../../domain/events.js';
import { escapeTerminal } from '../../domain/terminal-text.js';
import { Verdicts } from './verdicts.js';

type Colors = ReturnType<typeof pc.createColors>;

/**
 * Turns events into the lines of the timeline: one a call, when it has ended, and one for each turn of a run's fate. Each
 * piece of a line is escaped whole, and coloured after that: the colours are the only escapes in it.
 */
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
    const safe = escapeTerminal;
    switch (event.type) {
      case 'sallyport.stream.tool_end':
        return this.#call(event);
      case 'sallyport.run.started':
        return dim(safe(`run ${event.runId} of ${event.agent}`));
      case 'sallyport.run.resumed':
        return dim(safe(`run ${event.runId} goes on`));
      case 'sallyport.run.suspended':
        return yellow(
          safe(`suspended: ${event.pending.map(({ kind, tool }) => `${kind} for ${tool}`).join(', ')}`),
        );
      case 'sallyport.run.ended': {
        const code = event.code === undefined ? '' : ` (${event.code})`;
        return bold(safe(`${event.outcome} after ${event.iterations} model turns${code}`));
      }
      case 'sallyport.tools.gate_failed':
        return yellow(safe(`${event.tool} is hidden: its gate failed`));
      case 'sallyport.tools.shadowed':
        return yellow(safe(`${event.tool} of ${event.dropped} is shadowed by ${event.kept}`));
      case 'sallyport.mcp.tool_quarantined':
        return yellow(safe(`${event.server}: tool ${event.tool} is left out: ${event.reason}`));
      case 'sallyport.mcp.list_incomplete':
        return yellow(safe(`${event.server}: the tool list is incomplete: ${event.reason}`));
      case 'sallyport.mcp.tools_changed': {
        const names = [
          ...event.added.map((name) => `+${name}`),
          ...event.removed.map((name) => `-${name}`),
          ...event.changed.map((name) => `~${name}`),
        ];
        return yellow(safe(`${event.server}: the tools changed: ${names.join(' ')}`));
      }
      case 'sallyport.mcp.warning':
        return yellow(safe(`${event.server}: ${event.message}`));
      case 'sallyport.mcp.status': {
        const code = event.code === undefined ? '' : ` (${event.code})`;
        const tries = event.tries === 1 || event.state === 'closed' ? '' : ` after ${event.tries} tries`;
        return (code === '' ? dim : yellow)(safe(`${event.server}: ${event.state}${tries}${code}`));
      }
      default:
        return undefined;
    }
  }

  #call(event: SallyportEvent<'sallyport.stream.tool_end'>): string {
    const { dim, bold } = this.#colors;
    const source = event.source === undefined ? '' : dim(escapeTerminal(` ${event.source}`));
    const verdicts = escapeTerminal(this.#verdicts.take(event).join(' › '));
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
