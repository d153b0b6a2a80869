import { join } from 'node:path';
import { hasEnded } from '../../domain/run/step.js';
import type { FinishedRun, PausedRun } from '../outcome.js';
import { decide } from './decide.js';
import { withDemo, type DemoSession } from './demo-session.js';
import { layOut } from './demo/folder.js';
import { INTERRUPTED } from './interrupt.js';
import type { CliOptions } from './options.js';
import { Printer } from './printer.js';

/** Exit code of a run that waits for a decision. */
export const SUSPENDED = 3;

/** `sallyport demo`: makes the orders, and runs the agent on them. Returns the exit code. */
export async function demo(options: CliOptions, signal: AbortSignal): Promise<number> {
  return withDemo(options, async (session) => {
    const rows = await layOut(options.folder);
    const orders = join(options.folder, 'orders.csv');
    new Printer(options).note(`${rows.toLocaleString('en')} orders in ${orders}`);
    const outcome = await session.agent.run({ message: 'Report the revenue by region.', signal });
    return settleAsks(outcome, session, options, signal);
  });
}

/**
 * `sallyport resume`: decides on what a suspended run waits for, in a process of its own; a run whose process went in the
 * middle goes on. Returns the exit code.
 */
export async function resume(runId: string, options: CliOptions, signal: AbortSignal): Promise<number> {
  return withDemo(options, async (session) => {
    const { agent } = session;
    const print = new Printer(options);
    const pending = await agent.pending(runId);
    if (pending.length > 0) return settleAsks({ paused: true, runId, pending }, session, options, signal);
    const phase = await agent.phase(runId);
    if (hasEnded({ phase })) {
      print.ended(runId, phase);
      return 1;
    }
    print.note(`Run ${runId} was left in the middle, and goes on.`);
    return settleAsks(await agent.retry(runId, { signal }), session, options, signal);
  });
}

/** Where a run stands: what it waits for, or its answer. */
type Standing = Pick<PausedRun, 'paused' | 'runId' | 'pending'> | FinishedRun;

async function settleAsks(
  found: Standing,
  { agent, tally }: DemoSession,
  options: CliOptions,
  signal: AbortSignal,
): Promise<number> {
  const print = new Printer(options);
  const { runId } = found;
  let standing = found;
  while (standing.paused) {
    const [call] = standing.pending;
    const decision = call && (await decide(call, options, signal));
    if (call === undefined || decision === undefined) {
      print.suspended(runId, standing.pending);
      print.summary(runId, tally());
      return signal.aborted ? INTERRUPTED : SUSPENDED;
    }
    standing = await agent.resume(runId, decision, { callId: call.callId, signal });
  }
  print.answer(standing.content);
  print.summary(runId, tally());
  return 0;
}
