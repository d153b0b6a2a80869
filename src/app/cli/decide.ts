import { createInterface } from 'node:readline/promises';
import { userInfo } from 'node:os';
import { escapeTerminal } from '../../domain/terminal-text.js';
import { checkInApproved, checkInDeclined, type CheckInDecision } from '../decision.js';
import type { PendingCall } from '../pending.js';
import type { Answering } from './options.js';

/**
 * The decision on one waiting call: a flag's, or the person's, who is shown exactly what would run.
 *
 * @param json whether standard output is a machine's, so that the question goes to standard error
 * @returns undefined when nobody is there to decide, or the person interrupts or leaves: the run goes on waiting
 */
export async function decide(
  call: PendingCall,
  { answering, json }: { readonly answering: Answering; readonly json: boolean },
  signal: AbortSignal,
): Promise<CheckInDecision | undefined> {
  const by = userInfo().username;
  if (answering === 'suspend') return undefined;
  if (answering !== 'terminal')
    return answering === 'approve' ? checkInApproved({ by }) : checkInDeclined({ by });
  const terminal = createInterface({ input: process.stdin, output: json ? process.stderr : process.stdout });
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  try {
    const asked = terminal.question(`${describe(call)}\nApprove? [y/N] `, { signal });
    const answer = await Promise.race([asked, closed]);
    if (answer === undefined) return undefined;
    return /^y(es)?$/i.test(answer.trim()) ? checkInApproved({ by }) : checkInDeclined({ by });
  } catch (thrown) {
    if (signal.aborted) return undefined;
    throw thrown;
  } finally {
    terminal.close();
  }
}

/** The call as a person decides on it: every character that a terminal would act on is escaped. */
export function describe(call: PendingCall): string {
  const { question, tool, source = 'the application', args, link } = call;
  const lines = JSON.stringify(args, null, 2)
    .split('\n')
    .map((line) => `    ${escapeTerminal(line)}`);
  return [
    `\n  ${escapeTerminal(question)} (${escapeTerminal(link ?? tool)})`,
    `  ${escapeTerminal(tool)} of ${escapeTerminal(source)}, with`,
    ...lines,
  ].join('\n');
}
