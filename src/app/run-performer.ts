import type { CallEffect } from '../domain/dispatch/effect.js';
import { setMaxListeners } from 'node:events';
import { effectOf } from '../domain/dispatch/step.js';
import { textOfThrown } from '../domain/errors.js';
import type { RunEffect } from '../domain/run/effect.js';
import type { RunEvent } from '../domain/run/event.js';
import { findCall } from '../domain/run/step.js';
import type { RunState } from '../domain/run/state.js';
import type { Awaitable } from '../ports/awaitable.js';
import type { Definition } from './definition.js';
import { perform } from './dispatch.js';
import { runMessageLink } from './perform/message.js';
import { askModel } from './perform/model.js';
import type { RunTurn, Turn } from './perform/turn.js';
import { isPromiseLike, settle } from './settle.js';
import type { Toolbox } from './toolbox.js';

/** Performs a run's effects, with the tools of the turn that the run is in. */
export class RunPerformer {
  readonly #definition: Definition;
  readonly #abort: AbortController = new AbortController();
  readonly #callIds: Set<string>;
  #turn: Turn | undefined;
  /** Where the user consents, by call id: told to the caller, and recorded nowhere. */
  readonly consentUrls: Map<string, string> = new Map();
  turnError: unknown;

  /** @param toolbox the tools of the turn that the run is in, where they are known already */
  constructor(definition: Definition, state: RunState, toolbox?: Toolbox) {
    this.#definition = definition;
    setMaxListeners(0, this.#abort.signal);
    const said = state.messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
    this.#callIds = new Set([...said, ...state.calls.map(({ id }) => id)]);
    if (toolbox !== undefined) this.#turn = this.#turnWith(state, toolbox);
  }

  /** Lets go of everything that is still under way. */
  abandon(): void {
    this.#abort.abort();
  }

  /** @returns undefined when nothing is to be done: the call waits for a person, or is no longer where it was */
  perform(effect: RunEffect, state: RunState): Awaitable<RunEvent> | undefined {
    switch (effect.type) {
      case 'run_input':
        return runMessageLink('input', this.#runTurn(state));
      case 'run_output':
        return runMessageLink('output', this.#runTurn(state));
      case 'ask_model':
        return settle(() => this.#turnOf(state), this.#askModel, this.#toolsFailed);
      case 'call':
        return this.#performCall(effect.callId, effect.effect, state);
    }
  }

  #performCall(callId: string, wanted: CallEffect, state: RunState): Awaitable<RunEvent> | undefined {
    const call = findCall(state, callId);
    if (call === undefined || effectOf(call) !== wanted || wanted === 'suspend') return undefined;
    const turn = this.#turnOf(state);
    if (!isPromiseLike(turn)) return perform(call, wanted, turn);
    return turn.then((opened) => perform(call, wanted, opened) as Awaitable<RunEvent>);
  }

  /** The turn that the run is in, with the tools that the model is shown: listed once a turn, and again by a process that takes the run up. */
  #turnOf(state: RunState): Awaitable<Turn> {
    if (this.#turn?.run.iteration === state.iteration) return this.#turn;
    const { catalogue, events } = this.#definition;
    const opened = catalogue.open({
      iteration: state.iteration,
      identity: state.identity ?? undefined,
      signal: this.#abort.signal,
      report: (event) => events.emit(event),
    });
    if (isPromiseLike(opened)) return opened.then((toolbox) => (this.#turn = this.#turnWith(state, toolbox)));
    return (this.#turn = this.#turnWith(state, opened));
  }

  readonly #askModel = (turn: Turn): Promise<RunEvent> => askModel(turn, this.#keepError);

  readonly #keepError = (thrown: unknown): void => {
    this.turnError = thrown;
  };

  readonly #toolsFailed = (thrown: unknown): RunEvent => {
    this.turnError = thrown;
    const message = `The tools could not be listed: ${textOfThrown(thrown)}`;
    return { type: 'turn.failed', failure: { code: 'ERR_TOOLS_UNAVAILABLE', retryable: true, message } };
  };

  #runTurn(run: RunState): RunTurn {
    return { definition: this.#definition, run, signal: this.#abort.signal };
  }

  #turnWith(run: RunState, toolbox: Toolbox): Turn {
    return {
      definition: this.#definition,
      run,
      signal: this.#abort.signal,
      toolbox,
      callIds: this.#callIds,
      consentUrls: this.consentUrls,
    };
  }
}
