#!/usr/bin/env node
import { createRequire } from 'node:module';
import { SallyportError, textOfThrown } from '../../domain/errors.js';
import { escapeTerminal } from '../../domain/terminal-text.js';
import { INTERRUPTED, onInterrupt } from './interrupt.js';
import { readOptions, UsageError, type CliOptions } from './options.js';
import { USAGE } from './usage.js';

const MISUSED = 2;

/** Runs one command. Its imports wait until it is known, so that `--help` answers at once. */
async function run(options: CliOptions, signal: AbortSignal): Promise<number> {
  switch (options.command) {
    case 'help':
      process.stdout.write(USAGE);
      return 0;
    case 'version':
      process.stdout.write(`${version()}\n`);
      return 0;
    case 'demo':
      return (await import('./commands.js')).demo(options, signal);
    case 'resume':
      return (await import('./commands.js')).resume(options.runId, options, signal);
  }
}

function version(): string {
  const manifest = createRequire(import.meta.url)('sallyport/package.json') as { version: string };
  return manifest.version;
}

async function main(): Promise<number> {
  const { signal, stop } = onInterrupt();
  try {
    const onTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
    return await run(readOptions(process.argv.slice(2), onTerminal), signal);
  } catch (thrown) {
    if (signal.aborted) return INTERRUPTED;
    const code = SallyportError.is(thrown) ? ` (${thrown.code})` : '';
    process.stderr.write(`sallyport: ${escapeTerminal(textOfThrown(thrown))}${code}\n`);
    return thrown instanceof UsageError ? MISUSED : 1;
  } finally {
    stop();
  }
}

process.exitCode = await main();
