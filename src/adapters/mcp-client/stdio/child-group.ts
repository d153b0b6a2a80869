import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { childEnvironment } from './child-environment.js';
import type { StdioTransportOptions } from '../options.js';
import { listenToExit } from './process-exit.js';
import { spawnCommand } from './windows-command.js';

const STDERR_TAIL_CHARS = 4_096;
/** How long the end of input, and then SIGTERM, are each given to work. */
const GRACE_MS = 1_500;
/** How long the streams of a process that has ended are still read. */
const DRAIN_MS = 250;

/** A server's process with everything that it starts: its own process group, which ends as a whole. */
export class ChildGroup {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #stopListening: () => void;
  #stderr = '';
  #ending: string | undefined;
  #isGone = false;

  constructor({ command, args = [], env, cwd }: StdioTransportOptions) {
    const program = spawnCommand(command, args);
    this.#child = spawn(program.command, program.args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: childEnvironment(env),
      cwd,
      shell: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: program.verbatim,
    });
    this.#child.stderr?.setEncoding('utf8');
    this.#child.stderr?.on(
      'data',
      (text: string) => (this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL_CHARS)),
    );
    this.#child.stdin?.on('error', () => undefined);
    this.#stopListening = listenToExit(() => this.#signal('SIGKILL'));
    this.#exited = new Promise((resolve) => {
      const end = (how: string): void => {
        this.#ending ??= how;
        resolve();
      };
      this.#child.on('error', (error) => {
        if (this.#child.pid !== undefined) return;
        this.#stopListening();
        const where = cwd === undefined ? '' : ' (is "cwd" a folder that exists?)';
        end(`it could not be started: ${error.message}${where}`);
      });
      this.#child.once('exit', (code, signal) => {
        this.#endOrphans();
        const how = signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
        const drained = setTimeout(() => end(how), DRAIN_MS);
        this.#child.once('close', () => {
          clearTimeout(drained);
          end(how);
        });
      });
    });
  }

  /** Absent where the process could not be started for want of file handles. */
  get stdin(): Writable | undefined {
    return this.#child.stdin ?? undefined;
  }

  /** Absent as {@link stdin} is. */
  get stdout(): Readable | undefined {
    return this.#child.stdout ?? undefined;
  }

  /** Resolves when the process has ended, or could not be started. */
  get exited(): Promise<void> {
    return this.#exited;
  }

  /** How it ended, with the end of what it wrote to standard error. */
  get account(): string {
    const said = this.#stderr.trim();
    const how = this.#ending ?? 'it is running';
    return said === ''
      ? `${how}; it wrote nothing to standard error`
      : `${how}; the end of its standard error: ${said}`;
  }

  /** Whether the process ends within the time, which is not waited for once it has. */
  async endsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
    const ended = await Promise.race([this.#exited.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }

  /** Ends the group: end of input, then SIGTERM, then SIGKILL to whatever is left; within 5 s in all. */
  async close(graceMs: number = GRACE_MS): Promise<void> {
    this.#child.stdin?.end();
    if (!(await this.endsWithin(graceMs))) {
      this.#signal('SIGTERM');
      await this.endsWithin(graceMs);
    }
    this.#signal('SIGKILL');
    await this.endsWithin(GRACE_MS);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.#stopListening();
  }

  /** When its first process has ended, what that started has nobody left to serve. Afterwards its id may be another's. */
  #endOrphans(): void {
    this.#signal('SIGKILL');
    this.#isGone = true;
    this.#stopListening();
  }

  /** To the whole group, also when its first process has just gone and others live on. */
  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined || this.#isGone) return;
    try {
      if (process.platform !== 'win32') process.kill(-pid, signal);
      else spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true, stdio: 'ignore' });
    } catch {
      return;
    }
  }
}
