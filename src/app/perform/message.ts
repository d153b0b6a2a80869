import { textOfThrown } from '../../domain/errors.js';
import type { MessageDecided } from '../../domain/run/event.js';
import type { Awaitable } from '../../ports/awaitable.js';
import type { MessageContext } from '../../ports/middleware.js';
import { settle } from '../settle.js';
import { readOutcome } from './outcome.js';
import type { RunTurn } from './turn.js';

/** Runs the message link that is next on the text that comes in or goes out. */
export function runMessageLink(moment: 'input' | 'output', turn: RunTurn): Awaitable<MessageDecided> {
  const { definition, run, signal } = turn;
  const link = definition[moment][run.index];
  const name = link?.name ?? moment;
  const context: MessageContext = {
    text: run.text,
    history: run.messages,
    identity: run.identity ?? undefined,
    signal,
  };
  const decided = (answer: Omit<MessageDecided, 'type' | 'link'>, error?: string): MessageDecided => {
    const why = error ?? answer.why ?? answer.reason;
    definition.events.emit({
      type: 'sallyport.middleware.decided',
      at: definition.events.now(),
      runId: run.runId,
      middleware: name,
      moment,
      outcome: answer.outcome,
      changed: answer.value !== undefined,
      why,
    });
    return { type: 'message.decided', link: name, ...answer };
  };
  return settle(
    () =>
      moment === 'input'
        ? definition.input[run.index]?.onInput(context)
        : definition.output[run.index]?.onOutput(context),
    (answer) => {
      const { outcome, value, why, reason } = readOutcome(answer, 'Message middleware', name, [
        'allow',
        'deny',
      ]);
      if (value === undefined) return decided(reason === undefined ? { outcome } : { outcome, reason });
      if (typeof value !== 'string' || why === undefined)
        return decided({ outcome: 'threw' }, 'it allowed a value that is no text');
      return decided({ outcome, value, why });
    },
    (thrown) => decided({ outcome: 'threw' }, textOfThrown(thrown)),
  );
}
