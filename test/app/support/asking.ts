import { memoryJournal } from '../../../src/adapters/journal/memory.js';
import type { ScriptedModel } from '../../../src/adapters/models/scripted.js';
import type { ScriptedCall } from '../../../src/adapters/models/reply.js';
import {
  Agent,
  allow,
  ask,
  isPaused,
  type GovernedAgent,
  type PausedRun,
  type ToolMiddleware,
} from '../../../src/index.js';
import type { Journal } from '../../../src/ports/journal.js';
import { counted, type CountedTool } from './counted.js';
import { callsThenDone, saysDone } from './model.js';
import { paused } from './paused.js';

/** Turns `{amount}` into euros, and asks a person about every call. */
export const ASKS: ToolMiddleware = {
  name: 'asks',
  onToolCall: ({ args, toolName }) => {
    const { free, amount } = args as { free?: boolean; amount?: number };
    if (free === true) return allow();
    return amount === undefined ? ask(`run ${toolName}?`, { shown: args }) : ask(`pay ${amount}?`);
  },
};

/** Adds a currency before anybody is asked: what a person approves is not what the model proposed. */
const CURRENCY: ToolMiddleware = {
  name: 'currency',
  onToolCall: ({ args }) =>
    'amount' in Object(args) ? allow({ ...Object(args), currency: 'EUR' }, 'amounts are in euros') : allow(),
};

/** One process: an agent built afresh from the one definition, over its journal. */
export interface Process {
  readonly agent: GovernedAgent;
  readonly pay: CountedTool;
  readonly model: ScriptedModel;
  readonly journal: Journal;
}

/** The definition that asks before `pay` (which answers `paid <amount>`), with its counters at zero. */
export function processOn(
  journal: Journal = memoryJournal(),
  model: ScriptedModel = saysDone(),
  ...more: readonly ToolMiddleware[]
): Process {
  const pay = counted('pay', ({ amount }) => `paid ${String(amount)}`);
  const builder = Agent.create({ provider: model, journal }).tool(pay.tool);
  for (const link of [CURRENCY, ASKS, ...more]) builder.toolMiddleware(link);
  return { agent: builder.build(), pay, model, journal };
}

/** A process whose run is suspended before these calls of `pay`; without any, before one of `{amount: 5}` named `c1`. */
export async function suspended(
  journal: Journal = memoryJournal(),
  ...calls: readonly Omit<ScriptedCall, 'name'>[]
): Promise<Process & { readonly run: PausedRun }> {
  const asked = calls.length === 0 ? [{ id: 'c1', args: { amount: 5 } }] : calls;
  const process = processOn(journal, callsThenDone(...asked.map((call) => ({ name: 'pay', ...call }))));
  const outcome = await process.agent.run({ message: 'go', identity: { principal: 'ann' } });
  if (!isPaused(outcome)) throw new Error('the run did not ask');
  return { ...process, run: paused(outcome) };
}
