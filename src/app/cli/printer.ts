import { join, relative } from 'node:path';
import { escapeJsonText, escapeTerminal } from '../../domain/terminal-text.js';
import type { Phase } from '../../domain/run/state.js';
import type { PendingCall } from '../pending.js';
import { describe } from './decide.js';
import type { CliOptions } from './options.js';
import type { Tally } from './tally.js';

/** What the commands print beside the timeline: text for people, JSON lines for machines. A terminal acts on none of it. */
export class Printer {
  readonly #options: CliOptions;

  constructor(options: CliOptions) {
    this.#options = options;
  }

  /** Something worth knowing; machines are not told. */
  note(text: string): void {
    if (!this.#options.json) line(escapeTerminal(text));
  }

  answer(content: string): void {
    if (this.#options.json) record({ type: 'answer', content });
    else line(['', ...content.split('\n').map(escapeTerminal)].join('\n'));
  }

  /** A run of which nothing is left to decide. */
  ended(runId: string, phase: Phase): void {
    if (this.#options.json) record({ type: 'ended', runId, phase });
    else line(`Run ${escapeTerminal(runId)} waits for nothing: it is ${phase}.`);
  }

  suspended(runId: string, pending: readonly PendingCall[]): void {
    if (this.#options.json) return record({ type: 'suspended', runId, pending });
    for (const call of pending) line(describe(call));
    line(
      `\nSuspended. Go on with: npx sallyport resume ${escapeTerminal(runId)} --approve${this.#places()}   (or --decline)`,
    );
  }

  summary(runId: string, tally: Tally): void {
    const recording = join(this.#options.dataDir, 'journal.db');
    if (this.#options.json) return record({ type: 'summary', runId, ...tally, recording });
    const { calls, denials, asks, charsKeptOut } = tally;
    const counts = [count(calls, 'call'), count(denials, 'denial'), count(asks, 'ask')].join(', ');
    line(`\n${counts}; ${charsKeptOut.toLocaleString('en')} characters kept out of the model's window`);
    line(escapeTerminal(`run ${runId}, recorded in ${relative('.', recording)}`));
  }

  /** The flags that say where the run lives, where they differ from the defaults. */
  #places(): string {
    const { folder, dataDir } = this.#options;
    const flag = (name: string, path: string, usual: string): string =>
      relative('.', path) === usual ? '' : ` ${name} ${escapeTerminal(JSON.stringify(path))}`;
    return flag('--dir', folder, 'sallyport-demo') + flag('--data-dir', dataDir, '.sallyport');
  }
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** A line of JSON, with escapes for what a terminal would act on. */
function record(facts: object): void {
  line(escapeJsonText(JSON.stringify(facts)));
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
