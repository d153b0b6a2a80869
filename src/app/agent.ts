import { randomUUID } from 'node:crypto';
import type { EventType, SallyportEvent } from '../domain/events.js';
import { checkOptions } from '../domain/options.js';
import { ledger, type LedgerRow } from '../domain/run/ledger.js';
import type { RunEvent } from '../domain/run/event.js';
import { canRetry, hasEnded } from '../domain/run/step.js';
import { RESUME_RULES, RUN_RULES, type ResumeOptions, type RunRequest } from './agent-options.js';
import { makeCheckpoint, type Checkpoint } from './checkpoint.js';
import type { Definition } from './definition.js';
import { finishedRun, type RunOutcome } from './outcome.js';
import { pendingCalls, type PendingCall } from './pending.js';
import { answerTo } from './answer.js';
import { runError } from './run-errors.js';
import { RunDriver } from './run-driver.js';
import { takeUp } from './take-up.js';

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
      runId: randomUUID(),
      fingerprint,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(identity === undefined ? {} : { identity }),
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
    const driver = await takeUp(this.#definition, from, identity);
    const event = answerTo(driver.state, callId, answer);
    this.#definition.events.emit({
      type: 'sallyport.run.resumed',
      at: this.#definition.events.now(),
      runId: driver.state.runId,
    });
    return this.#outcome(driver, [event], signal);
  }

  /** Takes the turn again that failed for want of an answer from the model; finished calls stay finished. */
  async retry(runId: string, options: Omit<ResumeOptions, 'callId'> = {}): Promise<RunOutcome> {
    const { identity, signal } = checkOptions('agent.retry', options, RESUME_RULES);
    const driver = await takeUp(this.#definition, runId, identity);
    return this.#outcome(driver, canRetry(driver.state) ? [{ type: 'run.retried' }] : [], signal);
  }

  /** Ends a run: each pending call gets a refusal as its result, and nothing runs. */
  async cancel(from: Checkpoint | string, { reason }: { readonly reason: string }): Promise<void> {
    const driver = await takeUp(this.#definition, from, undefined);
    await driver.drive([{ type: 'run.cancelled', reason }]);
  }

  /** What a suspended run waits for. */
  async pending(runId: string): Promise<readonly PendingCall[]> {
    return pendingCalls((await takeUp(this.#definition, runId, undefined)).state);
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
    return { paused: true, runId: state.runId, checkpoint, pending: pendingCalls(state) };
  }
}
