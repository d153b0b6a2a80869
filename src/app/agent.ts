import type { EventType, SallyportEvent } from '../domain/events.js';
import { frozenCopy } from '../domain/json.js';
import * as option from '../domain/options.js';
import { checkOptions } from '../domain/options.js';
import { ledger, type LedgerRow } from '../domain/run/ledger.js';
import type { RunEvent } from '../domain/run/event.js';
import type { Phase } from '../domain/run/state.js';
import { canRetry, hasEnded } from '../domain/run/step.js';
import {
  RESUME_RULES,
  RETRY_RULES,
  RUN_RULES,
  type ResumeOptions,
  type RetryOptions,
  type RunRequest,
} from './agent-options.js';
import { makeCheckpoint, type Checkpoint } from './checkpoint.js';
import type { Definition } from './definition.js';
import { finishedRun, type RunOutcome } from './outcome.js';
import { pendingCalls, type PendingCall } from './pending.js';
import { answerTo } from './answer.js';
import { runError } from './run-errors.js';
import { RunDriver } from './run-driver.js';
import { checkIdle, checkRun, findRun, type FoundRun } from './take-up.js';
import type { Toolbox } from './toolbox.js';

/** A governed agent, as it was built. It holds no run: each lives in the journal. */
export class Agent {
  readonly #definition: Definition;

  constructor(definition: Definition) {
    this.#definition = definition;
  }

  /**
   * Runs the agent on one message until it has answered or waits for people.
   *
   * @throws RunError when the run ended without an answer; JournalConflictError when another process moved the run
   */
  async run(request: RunRequest): Promise<RunOutcome> {
    const { message, identity, sessionId, signal } = checkOptions('agent.run', request, RUN_RULES);
    const { input, output, maxIterations, fingerprint, events, name } = this.#definition;
    const driver = await RunDriver.begin(this.#definition, {
      type: 'run.started',
      runId: crypto.randomUUID(),
      fingerprint,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(identity === undefined ? {} : { identity: frozenCopy(identity, 'identity') }),
      maxIterations,
      inputLinks: input.length,
      outputLinks: output.length,
      message,
    });
    events.emit({ type: 'sallyport.run.started', at: events.now(), runId: driver.state.runId, agent: name });
    return this.#outcome(driver, [], signal);
  }

  /**
   * Answers a waiting call and runs on. In any process, with an agent built afresh from the same definition.
   *
   * @param from the checkpoint that the paused run gave, or the run's id, which reads the journal
   * @param answer a decision for an ask, a check-in or a doubt; any JSON value for a tool's question; nothing for a consent
   */
  async resume(
    from: Checkpoint | string,
    answer?: unknown,
    options: ResumeOptions = {},
  ): Promise<RunOutcome> {
    const { callId, identity, signal } = checkOptions('agent.resume', options, RESUME_RULES);
    const found = await findRun(this.#definition, from);
    const toolbox = await checkRun(this.#definition, found.state, identity);
    checkIdle(found.state);
    const event = answerTo(found.state, callId, answer);
    return this.#outcome(await this.#hold(found, toolbox), [event], signal);
  }

  /**
   * Takes a run up whose turn failed for want of tools or of an answer from the model, or whose process is gone. Finished
   * calls stay finished; what was executing when its process went is run again or waits for a person, as its tool says.
   */
  async retry(runId: string, options: RetryOptions = {}): Promise<RunOutcome> {
    const { identity, signal } = checkOptions('agent.retry', options, RETRY_RULES);
    const found = await findRun(this.#definition, runId);
    const toolbox = await checkRun(this.#definition, found.state, identity);
    const events: readonly RunEvent[] = canRetry(found.state) ? [{ type: 'run.retried' }] : [];
    return this.#outcome(await this.#hold(found, toolbox), events, signal);
  }

  /** Ends a run, whatever its definition was: each pending call gets a refusal as its result, and nothing runs. */
  async cancel(from: Checkpoint | string, options: { readonly reason: string }): Promise<void> {
    const { reason } = checkOptions('agent.cancel', options, { reason: option.required(option.text) });
    const driver = await this.#hold(await findRun(this.#definition, from), undefined);
    await driver.drive([{ type: 'run.cancelled', reason }]);
    await this.#definition.sessions.close('run', driver.state.runId);
  }

  /** Where a run stands. */
  async phase(runId: string): Promise<Phase> {
    return (await findRun(this.#definition, runId)).state.phase;
  }

  /** What a suspended run waits for. */
  async pending(runId: string): Promise<readonly PendingCall[]> {
    return pendingCalls((await findRun(this.#definition, runId)).state);
  }

  /** Every middleware decision of a run, with the values before and after. */
  async ledger(runId: string): Promise<readonly LedgerRow[]> {
    return ledger((await this.#definition.journal.read(runId)).map(({ event }) => event));
  }

  /** Subscribes to one kind of event, or to all with `'*'`. Returns the function that ends the subscription. */
  on<Type extends EventType>(type: Type, listener: (event: SallyportEvent<Type>) => void): () => void;
  on(type: '*', listener: (event: SallyportEvent) => void): () => void;
  on(type: EventType | '*', listener: (event: never) => void): () => void {
    return this.#definition.events.on(type, listener as (event: SallyportEvent) => void);
  }

  /** Closes what tools hold for one conversation. */
  async closeToolSessions({ sessionId }: { readonly sessionId: string }): Promise<void> {
    await this.#definition.sessions.close('session', sessionId);
  }

  /** Closes everything that tools hold, and delivers the events that are on their way. The adapters stay open. */
  async shutdown(): Promise<void> {
    await this.#definition.sessions.shutdown();
    await this.#definition.events.flush();
  }

  /** A run that is known from its checkpoint alone is adopted into the journal, and its answers are single-use from here on. */
  async #hold({ state, recorded }: FoundRun, toolbox: Toolbox | undefined): Promise<RunDriver> {
    if (recorded > 0) return new RunDriver(this.#definition, state, recorded, toolbox);
    return RunDriver.begin(this.#definition, { type: 'run.adopted', state }, toolbox);
  }

  async #outcome(
    driver: RunDriver,
    events: readonly RunEvent[],
    signal: AbortSignal | undefined,
  ): Promise<RunOutcome> {
    const state = await driver.drive(events, signal);
    if (hasEnded(state)) await this.#definition.sessions.close('run', state.runId);
    if (state.phase === 'finished') return finishedRun(state);
    if (state.failure !== null)
      throw runError(state.runId, state.failure, driver.turnError ?? signal?.reason);
    const checkpoint = makeCheckpoint(state, driver.recorded);
    return { paused: true, runId: state.runId, checkpoint, pending: pendingCalls(state, driver.consentUrls) };
  }
}
