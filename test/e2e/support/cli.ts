import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';

const MAIN = fileURLToPath(new URL('../../../dist/app/cli/main.js', import.meta.url));

/** How a command ended, and all that it printed. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command under way. */
export interface Running {
  readonly child: ChildProcess;
  /** Resolves once standard output holds the text. */
  says(text: string | RegExp): Promise<void>;
  readonly ended: Promise<Ended>;
}

const folders = mkdtempSync(join(tmpdir(), 'sallyport-cli-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

/** An empty working folder, which goes when the test file is done. */
export function workFolder(): string {
  return mkdtempSync(join(folders, 'work-'));
}

/** The id that a suspended run printed. */
export function runIdOf({ stdout }: Ended): string {
  return /sallyport resume (\S+)/.exec(stdout)?.[1] ?? 'none';
}

/** Starts the command line in a folder, without a terminal. */
export function startCli(cwd: string, ...args: readonly string[]): Running {
  return watch(spawn(process.execPath, [MAIN, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Runs the command line in a folder to its end. */
export function cli(cwd: string, ...args: readonly string[]): Promise<Ended> {
  return startCli(cwd, ...args).ended;
}

/**
 * Starts the command line on a pseudo-terminal of its own. What it writes to standard error goes to the file `stderr` in
 * the folder, so that the output is what a person sees of standard output.
 */
export function startOnTerminal(cwd: string, ...args: readonly string[]): Running {
  const line = [process.execPath, MAIN, ...args].map((part) => `'${part}'`).join(' ') + ' 2>stderr';
  const env = { ...process.env, NO_COLOR: '1', TERM: 'dumb' };
  return watch(spawn('script', ['-qec', line, '/dev/null'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] }));
}

function watch(child: ChildProcess): Running {
  const heard = { stdout: '', stderr: '' };
  const waiting: { readonly text: string | RegExp; readonly resolve: () => void }[] = [];
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      heard[name] += text;
      for (const { text: wanted, resolve } of waiting) if (holds(heard.stdout, wanted)) resolve();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...heard }));
  const says = (text: string | RegExp): Promise<void> => {
    if (holds(heard.stdout, text)) return Promise.resolve();
    const said = new Promise<void>((resolve) => waiting.push({ text, resolve }));
    const silent = ended.then(() =>
      Promise.reject(new Error(`it ended without saying ${text}: ${heard.stdout}${heard.stderr}`)),
    );
    return Promise.race([said, silent]);
  };
  return { child, says, ended };
}

function holds(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}
