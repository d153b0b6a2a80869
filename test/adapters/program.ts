import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const FIXTURES = new URL('../fixtures/', import.meta.url);

/** The command line of a program under test/fixtures, which may import the sources. */
export function commandOf(program: string, args: readonly string[]): readonly [string, ...string[]] {
  const loader = new URL('typescript/register.mjs', FIXTURES).href;
  const quiet = '--disable-warning=ExperimentalWarning';
  return [process.execPath, quiet, '--import', loader, fileURLToPath(new URL(program, FIXTURES)), ...args];
}

/** A process of its own that says lines on its standard output. */
export class Program {
  readonly child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess, lines: AsyncIterator<string>) {
    this.child = child;
    this.#lines = lines;
  }

  static start(program: string, ...args: readonly string[]): Program {
    const [command, ...rest] = commandOf(program, args);
    const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
    return new Program(child, createInterface({ input: child.stdout })[Symbol.asyncIterator]());
  }

  tell(text: string): void {
    this.child.stdin?.write(`${text}\n`);
  }

  /** The lines before this one, from where the last reading stopped. */
  async until(last: string): Promise<readonly string[]> {
    const lines: string[] = [];
    for (;;) {
      const next = (await this.#lines.next()) as IteratorResult<string, undefined>;
      if (next.done === true) throw new Error(`it ended before it said "${last}": ${lines.join('\n')}`);
      if (next.value === last) return lines;
      lines.push(next.value);
    }
  }

  /** Ends it with kill -9, so that it can tidy up nothing. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
