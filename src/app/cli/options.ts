import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { textOfThrown } from '../../domain/errors.js';

/** How asks are answered: by the person at the terminal, or for a script by a flag. */
export type Answering = 'terminal' | 'approve' | 'decline' | 'suspend';

/** What the command line says. */
export type CliOptions = CommonOptions &
  (
    { readonly command: 'demo' | 'help' | 'version' } | { readonly command: 'resume'; readonly runId: string }
  );

interface CommonOptions {
  readonly answering: Answering;
  /** The folder that the demo's agent works in. */
  readonly folder: string;
  /** Where recordings are kept. */
  readonly dataDir: string;
  readonly json: boolean;
}

/** The command line makes no sense; the message says what to write instead. */
export class UsageError extends Error {}

const FLAGS = {
  yes: { type: 'boolean' },
  no: { type: 'boolean' },
  approve: { type: 'boolean' },
  decline: { type: 'boolean' },
  json: { type: 'boolean' },
  dir: { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/**
 * @param onTerminal whether a person is there to be asked
 * @throws UsageError
 */
export function readOptions(args: readonly string[], onTerminal: boolean): CliOptions {
  const { values, positionals } = parse(args);
  const [command = 'help', runId, ...rest] = positionals;
  const asked = {
    folder: resolve(values.dir ?? 'sallyport-demo'),
    dataDir: resolve(values['data-dir'] ?? '.sallyport'),
  };
  const yes = values.yes === true || values.approve === true;
  const no = values.no === true || values.decline === true;
  if (yes && no) throw new UsageError('Approve or decline: both at once make no sense.');
  const answering = yes ? 'approve' : no ? 'decline' : onTerminal ? 'terminal' : 'suspend';
  const common = { ...asked, answering, json: values.json === true } as const;
  if (values.version === true) return { ...common, command: 'version' };
  if (values.help === true || command === 'help') return { ...common, command: 'help' };
  if (command === 'demo' && runId === undefined) return { ...common, command };
  if (command === 'resume' && runId !== undefined && rest.length === 0) return { ...common, command, runId };
  if (command === 'resume')
    throw new UsageError('sallyport resume takes one run id, as the suspended run printed it.');
  throw new UsageError(`There is no "${[command, runId].filter(Boolean).join(' ')}". Try: sallyport --help`);
}

function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof FLAGS; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  } catch (thrown) {
    const [problem = ''] = textOfThrown(thrown).split('\n');
    throw new UsageError(`${problem} Try: sallyport --help`);
  }
}
