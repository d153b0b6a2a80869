import { InvalidOptionError } from '../../../domain/errors.js';

/** A program and its arguments, ready for `spawn` without a shell. */
export interface SpawnCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** True when the arguments are quoted already and must reach the program as they are. */
  readonly verbatim: boolean;
}

/** Programs that npm installs as batch files on Windows. */
const BATCH = /(?:^|[\\/])(?:npx|npm|pnpm|yarn|bunx)$|\.(?:cmd|bat)$/i;

/**
 * How a command is started without a shell. On Windows a batch file (`npx` is one) can only be run by `cmd.exe`: it is
 * handed a line in which every character that it would act on is escaped, so that no argument is taken for a command.
 *
 * @throws InvalidOptionError for a line break, which `cmd.exe` cannot be handed
 */
export function spawnCommand(
  command: string,
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
  comspec: string = process.env['COMSPEC'] ?? 'cmd.exe',
): SpawnCommand {
  if (platform !== 'win32' || !BATCH.test(command)) return { command, args, verbatim: false };
  if ([command, ...args].some((part) => /[\r\n\0]/.test(part))) {
    throw new InvalidOptionError(
      'mcpClient: stdio transport: a command for Windows must hold no line break.',
    );
  }
  const file = /\.(?:cmd|bat)$/i.test(command) ? command : `${command}.cmd`;
  const line = [escapeMeta(file), ...args.map((arg) => escapeMeta(escapeMeta(quote(arg))))].join(' ');
  return { command: comspec, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** As the C runtime of the program will unquote it: backslashes before a quote are doubled. */
function quote(arg: string): string {
  return `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
}

/** As `cmd.exe` reads a line; a batch file's arguments are read by it twice. */
function escapeMeta(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}
