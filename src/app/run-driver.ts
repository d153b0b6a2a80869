import { effectsOf, hasEnded, isSuspended, start, tryStep } from '../domain/run/step.js';
import type { RunEffect } from '../domain/run/effect.js';
import type { RunAdopted, RunEvent, RunStarted } from '../domain/run/event.js';
import type { RunState } from '../domain/run/state.js';
import type { Awaitable } from '../ports/awaitable.js';
import type { JournalEntry } from '../ports/journal.js';
import type { Definition } from './definition.js';
import { callDigest } from './digest.js';
import { RunPerformer } from './run-performer.js';
import { RunReporter } from './run-reporter.js';
import { isPromiseLike } from './settle.js';
import type { Toolbox } from './toolbox.js';

/**
 * One process's hold on one run: it records what happened, steps, and performs what that asks for. An event is in the
 * journal before anything is done because of it. Of two holders the one that appends first goes on; the other is refused
 * and stops.
 */
export class RunDriver {
  readonly #definition: Definition;
  readonly #performer: RunPerformer;
  readonly #reporter: RunReporter;
  #state: RunState;
  #recorded: number;
  #arrived: RunEvent[] = NONE;
  #underWay = 0;
  #wake: (() => void) | undefined;
  #fault: { readonly thrown: unknown } | undefined;

  /**
   * @param recorded how many entries the journal holds of this run
   * @param toolbox the tools of the turn that the run is in, where it was found in the middle of one
   */
  constructor(definition: Definition, state: RunState, recorded: number, toolbox?: Toolbox) {
    this.#definition = definition;
    this.#state = state;
    this.#recorded = recorded;
    this.#performer = new RunPerformer(definition, state, toolbox);
    this.#reporter = new RunReporter(definition.events);
  }

  /** Records a run's first event and holds the run. */
  static async begin(
    definition: Definition,
    event: RunStarted | RunAdopted,
    toolbox?: Toolbox,
  ): Promise<RunDriver> {
    const { state } = start(event);
    await definition.journal.append(state.runId, 0, [{ at: definition.clock.now(), event }]);
    return new RunDriver(definition, state, 1, toolbox);
  }

  get state(): RunState {
    return this.#state;
  }

  get recorded(): number {
    return this.#recorded;
  }

  /** Where the user consents, by call id; known to this process alone. */
  get consentUrls(): ReadonlyMap<string, string> {
    return this.#performer.consentUrls;
  }

  /** What the model or a tool provider threw last: the cause of the run's error. It is never recorded. */
  get turnError(): unknown {
    return this.#performer.turnError;
  }

  /**
   * Drives the run until it has ended or only people can move it.
   *
   * @param decisions what people have decided since the run was suspended
   * @param signal aborted by a caller who gives up: the run is cancelled
   */
  async drive(decisions: readonly RunEvent[], signal?: AbortSignal): Promise<RunState> {
    const giveUp = (): void => this.#arrive({ type: 'run.cancelled', reason: 'the caller gave up' });
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      this.#arrived = [...this.#arrived, ...decisions, ...this.#lostOutcomes()];
      await this.#consume();
      for (const effect of effectsOf(this.#state)) this.#start(effect);
      await this.#loop();
      return this.#state;
    } finally {
      signal?.removeEventListener('abort', giveUp);
      if (this.#underWay > 0) this.#performer.abandon();
    }
  }

  /** An execution that another holder started, and of which nothing more was recorded, has an outcome nobody knows. */
  #lostOutcomes(): readonly RunEvent[] {
    const { phase, calls } = this.#state;
    const started = phase === 'acting' ? calls.filter(({ stage }) => stage === 'execute') : [];
    return started.map((call) => ({
      type: 'outcome.lost',
      callId: call.id,
      digest: callDigest(call, this.#state),
    }));
  }

  async #loop(): Promise<void> {
    for (;;) {
      if (this.#fault !== undefined) throw this.#fault.thrown;
      if (this.#arrived.length > 0) {
        const recorded = this.#consume();
        for (const effect of isPromiseLike(recorded) ? await recorded : recorded) this.#start(effect);
      } else if (this.#underWay === 0 || hasEnded(this.#state) || isSuspended(this.#state)) return;
      else await new Promise<void>(this.#sleep);
    }
  }

  /** Records what arrived, and steps. A late answer, to an effect that is no longer wanted, is dropped unrecorded. */
  #consume(): Awaitable<readonly RunEffect[]> {
    const arrived = this.#arrived;
    this.#arrived = NONE;
    const at = this.#definition.clock.now();
    let entries: JournalEntry[] = NONE;
    let effects: readonly RunEffect[] = [];
    let state = this.#state;
    for (const event of arrived) {
      const next = tryStep(state, event);
      if (next === undefined) continue;
      entries = and(entries, { at, event });
      state = next.state;
      effects = effects.length === 0 ? next.effects : [...effects, ...next.effects];
    }
    if (entries.length === 0) return effects;
    const stored = this.#definition.journal.append(state.runId, this.#recorded, entries);
    if (isPromiseLike(stored)) return stored.then(() => this.#settled(state, entries, effects));
    return this.#settled(state, entries, effects);
  }

  #settled(
    state: RunState,
    entries: readonly JournalEntry[],
    effects: readonly RunEffect[],
  ): readonly RunEffect[] {
    const before = this.#state;
    this.#state = state;
    this.#recorded += entries.length;
    this.#reporter.report(before, state, entries);
    return effects;
  }

  #start(effect: RunEffect): void {
    const event = this.#performer.perform(effect, this.#state);
    if (event === undefined) return;
    if (!isPromiseLike(event)) {
      this.#arrived = and(this.#arrived, event);
      return;
    }
    this.#underWay++;
    event.then(this.#landed, this.#broken);
  }

  readonly #landed = (event: RunEvent): void => {
    this.#underWay--;
    this.#arrive(event);
  };

  readonly #broken = (thrown: unknown): void => {
    this.#underWay--;
    this.#fault = { thrown };
    this.#wake?.();
  };

  readonly #sleep = (wake: () => void): void => {
    this.#wake = wake;
  };

  #arrive(event: RunEvent): void {
    this.#arrived = and(this.#arrived, event);
    this.#wake?.();
  }
}

const NONE: never[] = [];

/** The list with one more item. Nearly every list here is of one, for which nothing is set aside. */
function and<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}
