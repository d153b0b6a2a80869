import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PendingCall } from '../pending.js';
import { decide } from './decide.js';
import { withDemo, type DemoSession } from './demo-session.js';
import { writeOrders } from './demo/orders-csv.js';
import { INTERRUPTED } from './interrupt.js';
import type { CliOptions } from './options.js';
import { Printer } from './printer.js';

/** Exit code of a run that waits for a decision. */
export const SUSPENDED = 3;

/** `sallyport demo`: makes the orders, and runs the agent on them. Returns the exit code. */
export async function demo(options: CliOptions, signal: AbortSignal): Promise<number> {
  const print = new Printer(options);
  await mkdir(options.folder, { recursive: true });
  await rm(join(options.folder, 'report.md'), { force: true });
  const rows = await writeOrders(join(options.folder, 'orders.csv'));
  print.note(`${rows.toLocaleString('en')} orders in ${join(options.folder, 'orders.csv')}`);
  return withDemo(options, async (session) => {
    const outcome = await session.agent.run({ message: 'Report the revenue by region.', signal });
    const pending = outcome.paused ? outcome.pending : [];
    const content = outcome.paused ? '' : outcome.content;
    return settleAsks({ runId: outcome.runId, pending, content }, session, options, signal);
  });
}

/** `sallyport resume`: decides on what a suspended run waits for, in a process of its own. Returns the exit code. */
export async function resume(runId: string, options: CliOptions, signal: AbortSignal): Promise<number> {
  return withDemo(options, async (session) => {
    const pending = await session.agent.pending(runId);
    if (pending.length > 0) return settleAsks({ runId, pending, content: '' }, session, options, signal);
    new Printer(options).note(`Run ${runId} waits for nothing: it has ended.`);
    return 1;
  });
}

/** Where a run stands: what it waits for, or its answer. */
interface Standing {
  readonly runId: string;
  readonly pending: readonly PendingCall[];
  readonly content: string;
}

async function settleAsks(
  standing: Standing,
  { agent, tally }: DemoSession,
  options: CliOptions,
  signal: AbortSignal,
): Promise<number> {
  const print = new Printer(options);
  const { runId } = standing;
  let { pending, content } = standing;
  for (let call = pending[0]; call !== undefined; call = pending[0]) {
    const decision = await decide(call, options.answering, signal);
    if (decision === undefined) {
      print.suspended(runId, pending);
      print.summary(runId, tally());
      return signal.aborted ? INTERRUPTED : SUSPENDED;
    }
    const outcome = await agent.resume(runId, decision, { callId: call.callId, signal });
    pending = outcome.paused ? outcome.pending : [];
    content = outcome.paused ? '' : outcome.content;
  }
  print.answer(content);
  print.summary(runId, tally());
  return 0;
}
